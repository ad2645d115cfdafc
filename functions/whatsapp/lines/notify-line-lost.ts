import type { UserItem } from '#functions/data/people/user-store.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Log } from '#functions/platform/log.ts';
import type { SendMail } from '#functions/providers/email.ts';

import { lineLostMail } from './line-lost-mail.ts';

export type NotifyLineLostDeps = {
  instances: Pick<InstanceStore, 'findById'>;
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  users: { find(userId: string): Promise<UserItem | undefined> };
  /** Undefined where this stage sends no e-mail. */
  sendMail: SendMail | undefined;
  appUrl: string;
  log: Log;
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
  if (!deps.sendMail) deps.log('mail.off', { workspaceId });
  if (!owner || !deps.sendMail) return done;

  const { language = 'en', email = workspace.link.email } = owner;
  const mail = lineLostMail({ language, workspace: workspace.name, appUrl: deps.appUrl, as });
  const outcome = await deps.sendMail({ to: email, ...mail });
  if (outcome === 'unavailable') return { outcome: 'again', failure: 'unavailable' };
  deps.log(outcome === 'refused' ? 'mail.refused' : 'mail.sent', { workspaceId, outcome });
  return done;
}

const done: Work = { outcome: 'done', writes: [] };
