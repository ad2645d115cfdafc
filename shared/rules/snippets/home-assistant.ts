import { productName } from '../../product.ts';
import { textLiteral } from './quote.ts';
import { authorizationOf, type WebhookCall } from './webhook-call.ts';

const prefix = productName.toLowerCase();

/**
 * How Home Assistant calls the action: small Latin letters, digits and underscores. A name that has others is told by
 * the id of its device, since leaving them out could make two triggers one.
 */
export function commandName({ name, deviceId }: Pick<WebhookCall, 'name' | 'deviceId'>): string {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const told = /^[a-z0-9\s]+$/.test(bare) ? bare : deviceId.toLowerCase();
  return `${prefix}_${told.replaceAll(/[^a-z0-9]+/g, '_')}`;
}

/** All triggers of a workspace share one secret, so it stands once in the secrets. */
const secretName = ({ workspaceId }: WebhookCall): string => `${prefix}_${workspaceId}`;

/** What `configuration.yaml` needs: an action that any automation can use. It holds no secret. */
export const configurationYaml = (call: WebhookCall): string =>
  [
    'rest_command:',
    `  ${commandName(call)}:`,
    `    url: ${textLiteral(call.url)}`,
    '    method: post',
    '    headers:',
    `      Authorization: !secret ${secretName(call)}`,
  ].join('\n');

/** What `secrets.yaml` needs. */
export const secretsYaml = (call: WebhookCall): string => `${secretName(call)}: ${textLiteral(authorizationOf(call))}`;
