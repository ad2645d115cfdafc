import type { WebhookTarget } from '../webhook-target.ts';
import type { LoadCall } from './arrivals.ts';

/**
 * A mix of twenty calls: eleven webhooks, one webhook with an idempotency key, one click, six page loads and two calls
 * without a session.
 */
export function mixOf({ urls, triggerIds, cookie }: WebhookTarget, appUrl: string): (at: number) => LoadCall {
  const inApp = { cookie };
  const page = (path: string) => (): LoadCall => ({ method: 'GET', url: appUrl + path, headers: inApp });
  const webhook = (at: number): LoadCall => ({ method: 'POST', url: urls[at % urls.length] ?? '' });
  const kinds: readonly ((at: number) => LoadCall)[] = [
    ...Array.from({ length: 10 }, () => webhook),
    (at) => ({ ...webhook(at), headers: { 'idempotency-key': crypto.randomUUID() } }),
    (at) => ({
      method: 'POST',
      url: `${appUrl}/api/triggers/${triggerIds[at % triggerIds.length]}/execute`,
      headers: { ...inApp, 'content-type': 'application/json' },
      body: '{}',
    }),
    page('/api/auth/user'),
    page('/api/workspaces/current'),
    page('/api/workspaces'),
    page('/api/triggers'),
    page('/api/amazon-auth'),
    page('/api/executions/daily'),
    page('/api/health'),
    page('/api/auth/user?orNobody=1'),
  ];
  // Seven and twenty are coprime, so neighbouring calls differ and each kind keeps its share.
  return (at) => (kinds[(at * 7) % kinds.length] ?? webhook)(at);
}
