import { productName } from '#shared/product.ts';

/** Where a stage is: the CDN's certificate, its firewall and the skill for the Americas are all bound to it. */
export const homeRegion = 'us-east-1';

/**
 * Where Alexa calls a skill for people in Europe.
 * https://developer.amazon.com/en-US/docs/alexa/smarthome/develop-smart-home-skills-in-multiple-languages.html
 */
export const europeanRegion = 'eu-west-1';

const product = productName.toLowerCase();

/** Physical name of a function, so that logs and alarms speak of it as people do. */
export const functionName = (stage: string, row: { name: string }): string => `${product}-${stage}-${row.name}`;

/** Name of anything else that wants one. */
export const resourceName = (stage: string, what: string): string => `${product}-${stage}-${what}`;

/** Secrets are found by name, `{prefix}{name}`. */
export const secretsPrefix = (stage: string): string => `${product}/${stage}/`;

/** Namespace of the metrics that functions write: two stages in one account never share a number, nor an alarm. */
export const metricsNamespace = (stage: string): string => `${productName}/${stage}`;

/** Id and name of a stack: `Recado-prod-data`. */
export const stackName = (stage: string, part: string): string => `${productName}-${stage}-${part}`;

/** The table's name is known before it exists, for people and for a copy of the skill in another region. */
export const tableName = (stage: string): string => resourceName(stage, 'table');

/** Cluster of the WhatsApp gateways, name of their database, and of the network they are in. */
export const gatewaysName = (stage: string): string => resourceName(stage, 'gateways');

/** Secret with the hash of a gateway's key; the key itself is in the secret `whatsapp`. */
export const gatewayKeyName = (stage: string, shard: string): string => `${secretsPrefix(stage)}gateway-key-${shard}`;

/** Output with the id of a gateway's door; such names have letters and digits alone. */
export const gatewayOutputName = (shard: string): string => `GatewayDoor${shard.replaceAll('-', 'Dash')}`;

export const lostChangesName = (stage: string): string => resourceName(stage, 'lost-changes');
