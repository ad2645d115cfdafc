import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import { limitsMs, renewAccessToken, type RenewDeps } from './events/renew-access-token.ts';

const limits = { refreshMs: 10_000, limitMs: limitsMs.background, refused: true };

/** A refused renewal marks the permission revoked; an outage is tried again. */
export async function checkGrant(
  deps: RenewDeps,
  entries: readonly EntryOf<'checkGrant'>[],
  deadline: Deadline,
): Promise<Work> {
  const [entry] = entries;
  const holder = entry && { workspaceId: entry.workspaceId };
  const access = holder && (await deps.tokens.findAccess(holder));
  // Unlinked, linked to another account or revoked since: nothing to ask.
  if (!access || access.amazonUserId !== entry?.amazonUserId || access.state === 'revoked') return done;

  const as = entries.find((one) => one.as !== undefined)?.as;
  const { outcome } = await renewAccessToken(deps, holder, access, { deadline, ...limits, ...(as && { as }) });
  deps.log('grant.checked', { workspaceId: holder.workspaceId, outcome });
  return outcome === 'unavailable' ? { outcome: 'again', failure: 'unavailable' } : done;
}

const done: Work = { outcome: 'done', writes: [] };
