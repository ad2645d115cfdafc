import { triggerIdOf } from '#functions/data/items/trigger-item.ts';
import type { CanarySecret } from '#functions/platform/secrets/secrets.ts';
import { idText } from '#shared/contracts/fields.ts';

export type CanaryTarget = { address: string; token: string; workspaceId: number; echoTriggerId: string | undefined };

/** Undefined if the URL is not ours or if the echo is the fired trigger, whose routine would start itself. */
export function canaryTarget({ webhook, echo }: CanarySecret, webhookUrl: string): CanaryTarget | undefined {
  if (!webhook.startsWith(`${webhookUrl}/prod/trigger/`)) return undefined;
  const url = new URL(webhook);
  const [workspace = '', device = '', ...more] = url.pathname.replace('/prod/trigger/', '').split('/');
  const workspaceId = idText.safeParse(workspace).data;
  const token = url.searchParams.get('token');
  if (workspaceId === undefined || token === null || more.length > 0 || triggerIdOf(device) === undefined)
    return undefined;
  const echoTriggerId = echo === undefined ? undefined : triggerIdOf(echo);
  if (echo !== undefined && (echoTriggerId === undefined || echo === device)) return undefined;
  return { address: `${url.origin}${url.pathname}`, token, workspaceId, echoTriggerId };
}
