import type { GrantEndStore } from '#functions/data/alexa/grant-end-store.ts';
import { holderOf } from '#functions/data/items/grant-item.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import { askGateway, type AskGatewayDeps } from './ask-gateway.ts';
import { reportOldForm, type ReportOldFormDeps } from './devices/device-form.ts';
import { limitsMs, renewAccessToken, type RenewDeps } from './events/renew-access-token.ts';

type CheckGrantDeps = RenewDeps & AskGatewayDeps & ReportOldFormDeps & { ends: GrantEndStore };

const limits = { refreshMs: 10_000, limitMs: limitsMs.background, refused: true };

/**
 * Marks a grant as revoked if its renewal is refused, whether it is attached or detached. Retries after an outage.
 * A daily check also queues a report of devices in an older form.
 */
export async function checkGrant(
  deps: CheckGrantDeps,
  entries: readonly EntryOf<'checkGrant'>[],
  deadline: Deadline,
): Promise<Work> {
  const [entry] = entries;
  const grant = entry && (await deps.grants.findGrant(entry.amazonUserId));
  const holder = grant && holderOf(grant);
  const access = holder && (await deps.tokens.findAccess(holder));
  // Another account is linked to the workspace.
  if (!access || access.amazonUserId !== grant?.amazonUserId) return done;

  const as = entries.find((one) => one.as !== undefined)?.as;
  if (access.state === 'revoked') {
    // A run or the account page detected the end first and stored it without the reason.
    if (as && access.revokedAs !== as) await deps.ends.nameEnd(holder, access, as);
    return done;
  }
  const { outcome } = await renewAccessToken(deps, holder, access, { deadline, ...limits, ...(as && { as }) });
  deps.log('grant.checked', { workspaceId: grant.workspaceId, outcome });
  if (outcome === 'unavailable') return { outcome: 'retry', failure: 'unavailable' };
  if (outcome !== 'usable') return done;
  if (entries.some(({ asks }) => asks === 'gateway')) return askGateway(deps, grant, deadline);
  await reportOldForm(deps, grant.amazonUserId);
  return done;
}

const done: Work = { outcome: 'done', writes: [] };
