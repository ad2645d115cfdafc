import { productName } from '../../product.ts';
import { textLiteral } from './quote.ts';
import { authorizationOf, type WebhookCall } from './webhook-call.ts';

const prefix = productName.toLowerCase();

/**
 * How Home Assistant calls the action: small Latin letters, digits and underscores, and the workspace, as the same name in
 * another one is another trigger. A name that has more than those is told by the id of its device, or by the end of it where
 * only accents go: leaving them out could make two triggers one, and the second would silently take the first one's place.
 */
export function commandName({ name, workspaceId, deviceId }: Named): string {
  const small = name.toLowerCase();
  const bare = small.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const isLatin = /^[a-z0-9\s]+$/.test(bare);
  const told = isLatin ? [bare, ...(bare === small ? [] : [deviceId.slice(-4)])] : [deviceId];
  return [prefix, workspaceId, ...told]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
}

type Named = Pick<WebhookCall, 'name' | 'workspaceId' | 'deviceId'>;

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
