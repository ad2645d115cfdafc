import type { AccessItem } from '#functions/data/alexa/grant-item.ts';
import type { SkillCheckStore } from '#functions/data/alexa/skill-check-store.ts';
import type { TokenStore } from '#functions/data/alexa/token-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { skillState } from '#shared/rules/skill-state.ts';

import { revocationReasons } from './devices/device-state.ts';
import { renewAccessToken, type RenewDeps } from './events/renew-access-token.ts';
import { knownAccount, type KnownAccountDeps } from './known-account.ts';

export type AmazonStatusDeps = RenewDeps &
  KnownAccountDeps & {
    workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
    tokens: Pick<TokenStore, 'findAccess'>;
    checks: SkillCheckStore;
  };

const waitMs = 6_000;
const refreshMs = 3_000;

/**
 * Renews a token that has run out, at most once an hour, to learn whether the skill is still enabled; an outage
 * changes nothing.
 */
export async function amazonStatus(
  deps: AmazonStatusDeps,
  { userId, workspaceId }: { userId: string; workspaceId: number },
): Promise<AmazonAuth> {
  const [workspace, access] = await Promise.all([
    deps.workspaces.find(workspaceId),
    deps.tokens.findAccess({ workspaceId }),
  ]);
  const link = workspace?.link;
  if (!link) {
    const known = await knownAccount(deps, userId);
    return { ...noAccount, ...skillFields(deps, false, undefined), ...(known && { knownAccount: known }) };
  }
  const { name, email, createdAt, updatedAt } = link;
  const now = access && (await asOfNow(deps, workspaceId, access));
  return { name, email, createdAt, updatedAt, ...skillFields(deps, true, now) };
}

const noAccount = { name: null, email: null, createdAt: null, updatedAt: null };

async function asOfNow(
  deps: AmazonStatusDeps,
  workspaceId: number,
  access: AccessItem,
): Promise<AccessItem | undefined> {
  const hasRunOut = Date.parse(access.tokenExpiresAt) <= deps.now().getTime();
  if (access.state === 'revoked' || !hasRunOut || !(await deps.checks.mayCheck(access.amazonUserId))) return access;
  const deadline = deadlineIn(deps.now, waitMs);
  const renewal = await renewAccessToken(deps, { workspaceId }, access, { deadline, refreshMs, refused: false });
  if (renewal.outcome === 'usable') return renewal.access;
  if (renewal.outcome === 'revoked') return (await deps.tokens.findAccess({ workspaceId })) ?? access;
  return renewal.outcome === 'gone' ? undefined : access;
}

function endOf(access: AccessItem | undefined): Pick<AmazonAuth, 'revokedAt' | 'reason'> {
  if (access?.state !== 'revoked') return {};
  const { revokedAt, revokedAs = 'permissionWithdrawn' } = access;
  return { reason: revocationReasons[revokedAs], ...(revokedAt !== undefined && { revokedAt }) };
}

function skillFields({ now }: Pick<AmazonStatusDeps, 'now'>, linked: boolean, access: AccessItem | undefined) {
  const skill = skillState(linked, access?.state ?? 'none');
  if (skill !== 'active' || !access) return { skill, expiresDate: null, expiresIn: null, ...endOf(access) };
  const at = now().getTime();
  const until = Math.max(at, Date.parse(access.tokenExpiresAt));
  return { skill, expiresDate: new Date(until).toISOString(), expiresIn: Math.floor((until - at) / 1000) };
}
