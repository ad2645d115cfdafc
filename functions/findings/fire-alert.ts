import { hashOf } from '#functions/platform/hashes.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Execution, RunRequest } from '#functions/triggers/execution/run.ts';
import { placeOf, type Finding } from '#shared/rules/findings.ts';

import type { CurrentFindings } from './current-findings.ts';

export type FireAlertDeps = {
  execute: (request: RunRequest) => Promise<Execution>;
  log: Log;
  now: () => Date;
};

/** Longer than the retries of the mail and the next daily check. */
const lifeSeconds = 3 * 86_400;

/**
 * Fires the trigger that the owner chose, at most once for these findings, whether or not the mail is sent. Does not
 * fire if Alexa would not receive it, or if the trigger starts itself. The history shows the first finding.
 */
export async function fireAlert(
  { execute, log, now }: FireAlertDeps,
  { stored, findings }: Pick<CurrentFindings, 'stored' | 'findings'>,
  about: readonly Finding[],
): Promise<void> {
  const { alertTriggerId: triggerId, firedAt = '' } = stored.told ?? {};
  const { id: workspaceId } = stored.workspace;
  const mayNot = ({ key, subject }: Finding): boolean =>
    key === 'grantEnded' || (key === 'startsItself' && subject?.id === triggerId);
  const [first] = about;
  if (!first || triggerId === undefined || findings.some(mayNot)) return;
  if (!stored.triggers.some(({ id }) => id === triggerId)) return;
  const places = about.map(placeOf).toSorted();
  const once = { key: `findings ${hashOf([firedAt, ...places].join('\n'))}`, lifeSeconds };
  const request = { channel: 'schedule', workspaceId, triggerId, startedAt: now(), who: first.key, once } as const;
  try {
    const { outcome } = await execute({ ...request, mayFire: () => true });
    if (outcome === 'workspaceTooMany') log('findings.alertFailed', { workspaceId, triggerId, outcome });
  } catch (cause) {
    log('findings.alertFailed', { workspaceId, triggerId }, cause);
  }
}
