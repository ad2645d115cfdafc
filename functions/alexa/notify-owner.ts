import { isReconnectRefused } from '#functions/data/alexa/grant-item.ts';
import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import type { UserItem } from '#functions/data/people/user-store.ts';
import type { TransactItem } from '#functions/data/table.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { mailWork, type MailDeps } from '#functions/outbox/mail-work.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Language } from '#shared/rules/language.ts';
import { mendOf } from '#shared/rules/skill-state.ts';

import { revocationMail } from './revocation-mail.ts';

export type NotifyOwnerDeps = MailDeps & {
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  users: { find(userId: string): Promise<UserItem | undefined> };
  grants: Pick<GrantStore, 'findGrant' | 'findAccess'>;
  /** The write that prevents a second e-mail about the same end of a permission. */
  told: (amazonUserId: string, revokedAt: string) => TransactItem;
  appUrl: string;
  /** Whether this stage enables the skill for people. */
  chainOn: boolean;
  now: () => Date;
  /** Its address at Amazon for readers of a language; undefined where the stage has none. */
  skillPage: (language: Language) => string | undefined;
};

/** Sends nothing when the skill was enabled again, or the account unlinked, in the meantime. */
export async function notifyOwner(deps: NotifyOwnerDeps, entries: readonly EntryOf<'tellOwner'>[]): Promise<Work> {
  const [entry] = entries;
  if (!entry) return done;
  const { amazonUserId, workspaceId } = entry;
  const [grant, access, workspace] = await Promise.all([
    deps.grants.findGrant(amazonUserId),
    deps.grants.findAccess({ workspaceId }),
    deps.workspaces.find(workspaceId),
  ]);
  const { revokedAt, revokedAs = 'accessEnded' } = grant ?? {};
  const stillOff = grant?.state === 'revoked' && grant.workspaceId === workspaceId && !grant.toldAt;
  if (!stillOff || revokedAt === undefined || workspace?.link?.amazonUserId !== amazonUserId) return done;
  const owner = await deps.users.find(workspace.userId);
  if (!owner) return done;

  const { language = 'en', email = workspace.link.email } = owner;
  const mail = revocationMail({
    language,
    workspace: workspace.name,
    workspaceId: workspace.id,
    appUrl: deps.appUrl,
    as: revokedAs,
    mend: mendOf({ chainOn: deps.chainOn, refused: isReconnectRefused(workspace.link, access, deps.now()) }),
    skillPage: deps.skillPage(language),
  });
  return mailWork(deps, { to: email, ...mail }, { workspaceId }, () => [deps.told(amazonUserId, revokedAt)]);
}

const done: Work = { outcome: 'done', writes: [] };
