import type { Connecting, ConnectingStore } from '#functions/data/alexa/connecting-store.ts';
import type { MovedAccountStore } from '#functions/data/alexa/moved-account-store.ts';
import type { SkillCheckStore } from '#functions/data/alexa/skill-check-store.ts';
import type { TokenStore } from '#functions/data/alexa/token-store.ts';
import { grantState, isReconnectRefused, skillOff, type AccessItem } from '#functions/data/items/grant-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { helpAfter } from '#shared/rules/connecting-problems.ts';
import { repairActionFor, skillState, type StageEnabling } from '#shared/rules/skill-state.ts';

import { revocationReasons } from './devices/device-state.ts';
import { renewAccessToken, type RenewDeps } from './events/renew-access-token.ts';
import { knownAccount, type KnownAccountDeps } from './known-account.ts';

export type AmazonStatusDeps = RenewDeps &
  KnownAccountDeps & {
    workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
    tokens: Pick<TokenStore, 'findAccess'>;
    checks: SkillCheckStore;
    connecting: Pick<ConnectingStore, 'find' | 'isOverLimit'>;
    /** Whether this stage enables the skill for users. */
    enablesSkill: () => Promise<StageEnabling>;
    moved: Pick<MovedAccountStore, 'find'>;
  };

const waitMs = 6_000;
const refreshMs = 3_000;

/**
 * Returns the linked Amazon account, the state of the skill and any connection in progress. Renews an expired token, at
 * most once an hour, to find out whether the skill is still enabled. During an outage, returns the stored state.
 */
export async function amazonStatus(
  deps: AmazonStatusDeps,
  { userId, workspaceId }: { userId: string; workspaceId: number },
): Promise<AmazonAuth> {
  const [workspace, access, flow] = await Promise.all([
    deps.workspaces.find(workspaceId),
    deps.tokens.findAccess({ workspaceId }),
    deps.connecting.find(workspaceId),
  ]);
  const link = workspace?.link;
  if (!link) {
    const [known, movedAwayAt] = await Promise.all([knownAccount(deps, userId), movedAway(deps, workspace)]);
    return {
      ...noAccount,
      ...skillFields(deps, undefined, undefined),
      ...(movedAwayAt !== undefined && { movedAwayAt }),
      ...(known && { knownAccount: known }),
    };
  }
  const { name, email, createdAt, updatedAt } = link;
  const now = access && (await renewIfExpired(deps, workspaceId, access));
  const fields = { ...skillFields(deps, link, now), ...(await fixField(deps, userId, link, now)) };
  // Hide a flow that hit the hourly limit once the user can start another one.
  const isPast = flow?.problem === 'amazon.connectTooOften' && fields.mend === 'reconnect';
  const isUnderWay = flow?.link === link.number && fields.skill !== 'active' && !isPast && isNewerThanGrant(flow, now);
  const off = fields.skill === 'active' ? {} : skillOff(link, now);
  const account = { name, email, createdAt, updatedAt, ...fields, ...off };
  if (!isUnderWay) return account;
  const byHand = flow.problem !== undefined && helpAfter(flow.problem) === 'byHand';
  return { ...account, ...(byHand && { mend: 'reinstall' as const }), connecting: connectingView(deps, flow) };
}

/**
 * Whether the current step began after the last grant was issued and, if it was revoked, ended. A grant that arrived
 * during the step completed the flow, even if it has ended since.
 */
function isNewerThanGrant({ since }: Connecting, access: AccessItem | undefined): boolean {
  const { grantedAt, revokedAt = grantedAt } = access ?? {};
  return [grantedAt, revokedAt].every((at) => at === undefined || Date.parse(at) <= Date.parse(since));
}

/** A grant usually arrives within seconds. */
const grantLateMs = 60_000;

function connectingView(
  { now }: Pick<AmazonStatusDeps, 'now'>,
  flow: Connecting,
): NonNullable<AmazonAuth['connecting']> {
  const { since, step, problem, wasEnabled, isEnabled } = flow;
  const isLate = step === 'grant' && !problem && now().getTime() - Date.parse(since) >= grantLateMs;
  return {
    since,
    step,
    ...(problem && { problem }),
    ...(isEnabled && { isEnabled }),
    ...(isLate && { late: true as const }),
    ...(isLate && wasEnabled && { maySwitchOffAndOn: true as const }),
  };
}

/** Returns when the account of the most recent link was moved away. Ignores earlier links. */
async function movedAway(
  { moved }: AmazonStatusDeps,
  workspace: WorkspaceItem | undefined,
): Promise<string | undefined> {
  const found = workspace && (await moved.find(workspace.id));
  return found?.link === workspace?.lastLink ? found?.at : undefined;
}

const noAccount = { name: null, email: null, createdAt: null, updatedAt: null };

async function renewIfExpired(
  deps: AmazonStatusDeps,
  workspaceId: number,
  access: AccessItem,
): Promise<AccessItem | undefined> {
  const isExpired = Date.parse(access.tokenExpiresAt) <= deps.now().getTime();
  if (access.state === 'revoked' || !isExpired || !(await deps.checks.mayCheck(access.amazonUserId))) return access;
  const deadline = deadlineIn(deps.now, waitMs);
  const renewal = await renewAccessToken(deps, { workspaceId }, access, { deadline, refreshMs, refused: false });
  if (renewal.outcome === 'usable') return renewal.access;
  if (renewal.outcome === 'revoked') return (await deps.tokens.findAccess({ workspaceId })) ?? access;
  return renewal.outcome === 'gone' ? undefined : access;
}

/** A skill that is now unknown to Alexa was enabled before, so its end has a reason and a time as well. */
function endFields(access: AccessItem | undefined): Pick<AmazonAuth, 'revokedAt' | 'reason'> {
  if (access?.state === 'valid' && access.unknownAt !== undefined)
    return { reason: 'amazon.skillNotFound', revokedAt: access.unknownAt };
  if (access?.state !== 'revoked') return {};
  const { revokedAt, revokedAs = 'accessEnded' } = access;
  return { reason: revocationReasons[revokedAs], ...(revokedAt !== undefined && { revokedAt }) };
}

function skillFields(
  { now }: Pick<AmazonStatusDeps, 'now'>,
  link: WorkspaceItem['link'],
  access: AccessItem | undefined,
) {
  const skill = skillState(link !== undefined, grantState(access));
  if (skill !== 'active' || !access) return { skill, expiresDate: null, expiresIn: null, ...endFields(access) };
  const at = now().getTime();
  const until = Math.max(at, Date.parse(access.tokenExpiresAt));
  const expiresIn = Math.floor((until - at) / 1000);
  return { skill, expiresDate: new Date(until).toISOString(), expiresIn, grantedAt: access.grantedAt };
}

/** Returns how the user can fix the skill. Reconnecting does not work after a refusal or over the hourly limit. */
async function fixField(
  { now, enablesSkill, connecting }: Pick<AmazonStatusDeps, 'now' | 'enablesSkill' | 'connecting'>,
  userId: string,
  link: NonNullable<WorkspaceItem['link']>,
  access: AccessItem | undefined,
): Promise<Pick<AmazonAuth, 'mend'>> {
  if (grantState(access) === 'valid') return {};
  const { enables, reopenedAt } = await enablesSkill();
  const refused =
    enables && (isReconnectRefused(link, access, { now: now(), reopenedAt }) || (await connecting.isOverLimit(userId)));
  return { mend: repairActionFor({ enables, refused }) };
}
