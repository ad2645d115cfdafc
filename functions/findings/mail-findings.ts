import type { NotificationStore } from '#functions/data/findings/notification-store.ts';
import { endCause } from '#functions/data/items/grant-item.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { mailAddressOf } from '#functions/outbox/mail-address.ts';
import { mailWork, type MailDeps } from '#functions/outbox/mail-work.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Language } from '#shared/rules/language.ts';

import { currentFindings, type CurrentFindingsDeps } from './current-findings.ts';
import { findingsMail, type FindingsAt } from './findings-mail.ts';
import { fireAlert, type FireAlertDeps } from './fire-alert.ts';
import { planNotification, type NotificationPlan } from './plan-notification.ts';

export type MailFindingsDeps = CurrentFindingsDeps &
  FireAlertDeps &
  MailDeps & {
    users: { find(userId: string): Promise<UserItem | undefined> };
    workspaces: { list(userId: string): Promise<WorkspaceItem[]> };
    told: Pick<NotificationStore, 'writes' | 'mailedIn'>;
    appUrl: string;
    /** URL of the skill in Amazon's store for a language; undefined if the stage has none. */
    skillPage: (language: Language) => string | undefined;
  };

/** Two writes per workspace, at most 80, in one transaction of 100 with the entries. */
const mostHomes = 40;

/**
 * Notifies an owner of new findings: with one mail for all workspaces, and with the trigger that each workspace has
 * chosen. A kind is mailed at most once a day across workspaces. Findings that were fixed in the meantime are not
 * reported. A worker that dies before it records the mail sends it again.
 */
export async function mailFindings(deps: MailFindingsDeps, entries: readonly EntryOf<'mailFindings'>[]): Promise<Work> {
  const [entry] = entries;
  const owner = entry && (await deps.users.find(entry.userId));
  const to = owner && mailAddressOf(owner);
  // The next daily check finds what is new.
  if (!owner || to === undefined) return { outcome: 'done', writes: [] };
  const asked = new Set(entries.map(({ workspaceId }) => workspaceId));
  const tellings = await tellingsOf(deps, owner.id, asked);
  for (const { current, plan } of tellings) await fireAlert(deps, current, plan.fire);
  const writes = tellings.flatMap(({ current, record }) =>
    deps.told.writes(current.stored.workspace.id, record('told')),
  );
  const homes = tellings.filter(({ plan }) => plan.tell.length > 0).map(homeOf);
  const [first] = homes;
  if (!first) return { outcome: 'done', writes };
  const { language = 'en' } = owner;
  const mail = findingsMail({ language, appUrl: deps.appUrl, homes, skillPage: deps.skillPage(language) });
  const keys = [...new Set(homes.flatMap(({ findings }) => findings.map(({ key }) => key)))].join();
  const about = { workspaceId: first.workspace.id, homes: homes.length, findings: keys };
  const work = await mailWork(deps, { to, ...mail }, about);
  return work.outcome === 'done' ? { outcome: 'done', writes } : work;
}

/** Plans notifications for workspaces with new findings and for those that requested a mail, which come first. */
async function tellingsOf(
  deps: MailFindingsDeps,
  userId: string,
  asked: ReadonlySet<number>,
): Promise<NotificationPlan[]> {
  const all = await deps.workspaces.list(userId);
  const mailed = await deps.told.mailedIn(all.map(({ id }) => id));
  const now = deps.now();
  const tellings: NotificationPlan[] = [];
  for (const { id } of [...all.filter((one) => asked.has(one.id)), ...all.filter((one) => !asked.has(one.id))]) {
    if (tellings.length === mostHomes) break;
    const current = await currentFindings(deps, id);
    // Nothing can break there, and its record remains.
    if (!current || (current.state === 'unset' && current.next === undefined)) continue;
    const telling = planNotification(current, now, mailed);
    if (asked.has(id) || telling.plan.tell.length > 0) tellings.push(telling);
  }
  return tellings;
}

const homeOf = ({ current: { stored }, plan }: NotificationPlan): FindingsAt => ({
  workspace: { id: stored.workspace.id, name: stored.workspace.name },
  findings: plan.tell,
  ended: endCause(stored.workspace.link, stored.access),
  lineEnd: stored.instance?.ended?.as,
});
