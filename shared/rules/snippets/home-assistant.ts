import { productName } from '../../product.ts';
import { textLiteral } from './quote.ts';
import { authorizationOf, type WebhookCall } from './webhook-call.ts';

const prefix = productName.toLowerCase();

/**
 * Part of the device id distinguishes names that differ only in accents. Otherwise Home Assistant would silently
 * replace the first one.
 */
export function commandName({ name, workspaceId, deviceId }: Named): string {
  const small = name.toLowerCase();
  const bare = small.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const isLatin = /^[a-z0-9\s]+$/.test(bare);
  const words = isLatin ? [bare, ...(bare === small ? [] : [deviceId.slice(-4)])] : [deviceId];
  return [prefix, workspaceId, ...words]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
}

type Named = Pick<WebhookCall, 'name' | 'workspaceId' | 'deviceId'>;

/** All triggers of a workspace share one secret. */
export const secretName = ({ workspaceId }: Pick<WebhookCall, 'workspaceId'>): string => `${prefix}_${workspaceId}`;

export const configurationYaml = (call: WebhookCall): string =>
  [
    'rest_command:',
    `  ${commandName(call)}:`,
    `    url: ${textLiteral(call.url)}`,
    '    method: post',
    '    headers:',
    `      Authorization: !secret ${secretName(call)}`,
  ].join('\n');

export const secretsYaml = (call: Pick<WebhookCall, 'workspaceId' | 'token'>): string =>
  `${secretName(call)}: ${textLiteral(authorizationOf(call))}`;
