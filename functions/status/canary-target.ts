import { triggerIdOf } from '#functions/data/triggers/trigger-item.ts';
import type { CanarySecret } from '#functions/platform/secrets.ts';
import { idText } from '#shared/contracts/fields.ts';

/** What the canary fires, and where the house is to answer. */
export type Target = { address: string; token: string; workspaceId: number; echoTriggerId: string | undefined };

/**
 * Reads a webhook address as the app shows it. Undefined for one that is not of this place, or whose echo is no trigger
 * but the fired one: a routine that starts its own trigger would go round and round.
 */
export function canaryTarget({ webhook, echo }: CanarySecret, webhookUrl: string): Target | undefined {
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
