import type { UserItem } from '#functions/data/people/user-store.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { mailWork, type MailDeps } from '#functions/outbox/mail-work.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';

import { lineLostMail } from './line-lost-mail.ts';

export type NotifyLineLostDeps = MailDeps & {
  instances: Pick<InstanceStore, 'findById'>;
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  users: { find(userId: string): Promise<UserItem | undefined> };
  appUrl: string;
};

/** No mail to an owner who connected again, switched the workspace off or unlinked Amazon. */
export async function notifyLineLost(
  deps: NotifyLineLostDeps,
  entries: readonly EntryOf<'tellLineLost'>[],
): Promise<Work> {
  const newest = entries.toSorted((one, other) => other.generation - one.generation)[0];
  if (!newest) return done;
  const { workspaceId, instanceId, generation, as } = newest;
  const [instance, workspace] = await Promise.all([
    deps.instances.findById(instanceId),
    deps.workspaces.find(workspaceId),
  ]);
  const isStillLost = instance?.generation === generation && instance.chipStatus === 'DISCONNECTED';
  if (!isStillLost || workspace?.status !== 'ATIVO' || !workspace.link) return done;
  const owner = await deps.users.find(workspace.userId);
  if (!owner) return done;

  const { language = 'en', email = workspace.link.email } = owner;
  const mail = lineLostMail({ language, workspace: workspace.name, appUrl: deps.appUrl, as });
  return mailWork(deps, { to: email, ...mail }, { workspaceId });
}

const done: Work = { outcome: 'done', writes: [] };
