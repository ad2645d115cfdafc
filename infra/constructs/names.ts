import { productName } from '#shared/product.ts';

/** AWS requires this region for the CDN's certificate and firewall, and Alexa for the skill in the Americas. */
export const homeRegion = 'us-east-1';

/**
 * The region in which Alexa calls the skill for users in Europe.
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

/** Separates the metrics and alarms of stages in one account. */
export const metricsNamespace = (stage: string): string => `${productName}/${stage}`;

export const stackName = (stage: string, part: string): string => `${productName}-${stage}-${part}`;

/** Fixed, because the copy of the skill in another region refers to the table by name. */
export const tableName = (stage: string): string => resourceName(stage, 'table');

/** Names the backup vault and the backup plan, in both regions. */
export const backupsName = (stage: string): string => resourceName(stage, 'backups');

export const gatewaysName = (stage: string): string => resourceName(stage, 'gateways');

/** Holds the hash of a gateway's key. */
export const gatewayKeyName = (stage: string, shard: string): string => `${secretsPrefix(stage)}gateway-key-${shard}`;

/** CloudFormation allows only letters and digits in the name of an output. */
export const gatewayOutputName = (shard: string): string => `GatewayDoor${shard.replaceAll('-', 'Dash')}`;

/** Contains the host, so that a new host also changes the stack that reads the output. */
export const certificateOutputName = (host: string): string =>
  `CertificateOf${host.replaceAll('-', 'Dash').replaceAll('.', 'Dot')}`;

export const lostChangesName = (stage: string): string => resourceName(stage, 'lost-changes');
