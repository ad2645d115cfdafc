import { productName } from '#shared/product.ts';

/** The CDN's certificate, its firewall and the skill for the Americas need this region. */
export const homeRegion = 'us-east-1';

/**
 * Where Alexa calls a skill for people in Europe.
 * https://developer.amazon.com/en-US/docs/alexa/smarthome/develop-smart-home-skills-in-multiple-languages.html
 */
export const europeanRegion = 'eu-west-1';

const product = productName.toLowerCase();

export const functionName = (stage: string, row: { name: string }): string => `${product}-${stage}-${row.name}`;

/** The alias of each function. Callers use it instead of the function, so that a deployment selects the version. */
export const liveAlias = 'live';

/** The alarm that notifies the operator about a function and stops its deployment. */
export const failuresName = (row: { name: string }): string => `${row.name}-fails`;

export const resourceName = (stage: string, what: string): string => `${product}-${stage}-${what}`;

export const secretsPrefix = (stage: string): string => `${product}/${stage}/`;

/** Stages of one account share no metric and no alarm. */
export const metricsNamespace = (stage: string): string => `${productName}/${stage}`;

export const stackName = (stage: string, part: string): string => `${productName}-${stage}-${part}`;

/** Known before the table exists, for the copy of the skill in another region. */
export const tableName = (stage: string): string => resourceName(stage, 'table');

/** The vault and the plan, in both regions. */
export const backupsName = (stage: string): string => resourceName(stage, 'backups');

export const gatewaysName = (stage: string): string => resourceName(stage, 'gateways');

/** Holds the hash of a gateway's key. */
export const gatewayKeyName = (stage: string, shard: string): string => `${secretsPrefix(stage)}gateway-key-${shard}`;

/** Output names have letters and digits alone. */
export const gatewayOutputName = (shard: string): string => `GatewayDoor${shard.replaceAll('-', 'Dash')}`;

/** Has the host in it, so that the stack that reads it changes with the certificate. */
export const certificateOutputName = (host: string): string =>
  `CertificateOf${host.replaceAll('-', 'Dash').replaceAll('.', 'Dot')}`;

export const lostChangesName = (stage: string): string => resourceName(stage, 'lost-changes');
