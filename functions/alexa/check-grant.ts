import { holderOf } from '#functions/data/items/grant-item.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import { limitsMs, renewAccessToken, type RenewDeps } from './events/renew-access-token.ts';

const limits = { refreshMs: 10_000, limitMs: limitsMs.background, refused: true };

/** A refused renewal marks the permission revoked, wherever it is by now; an outage is tried again. */
export async function checkGrant(
  deps: RenewDeps,
  entries: readonly EntryOf<'checkGrant'>[],
  deadline: Deadline,
): Promise<Work> {
  const [entry] = entries;
  const grant = entry && (await deps.grants.findGrant(entry.amazonUserId));
  const holder = grant && holderOf(grant);
  const access = holder && (await deps.tokens.findAccess(holder));
  // Another account is linked there, or it was revoked since: nothing to ask.
  if (!access || access.amazonUserId !== grant?.amazonUserId || access.state === 'revoked') return done;

  const as = entries.find((one) => one.as !== undefined)?.as;
  const { outcome } = await renewAccessToken(deps, holder, access, { deadline, ...limits, ...(as && { as }) });
  deps.log('grant.checked', { workspaceId: grant.workspaceId, outcome });
  return outcome === 'unavailable' ? { outcome: 'again', failure: 'unavailable' } : done;
}

const done: Work = { outcome: 'done', writes: [] };
