import { nothingTold, type Told, type ToldStore } from '#functions/data/findings/told-store.ts';
import type { UserItem } from '#functions/data/people/user-store.ts';
import { mailAddressOf } from '#functions/outbox/mail-address.ts';
import { mailWork, type MailDeps } from '#functions/outbox/mail-work.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import { placeOf, type Finding } from '#shared/rules/findings.ts';
import type { Language } from '#shared/rules/language.ts';

import { currentFindings, type CurrentFindings, type CurrentFindingsDeps } from './current-findings.ts';
import { findingsMail } from './findings-mail.ts';
import { fireAlert, type FireAlertDeps } from './fire-alert.ts';
import { quietUntil } from './quiet-until.ts';
import { nextLook, whatToTell, type Plan } from './what-to-tell.ts';

export type TellFindingsDeps = CurrentFindingsDeps &
  FireAlertDeps &
  MailDeps & {
    users: { find(userId: string): Promise<UserItem | undefined> };
    told: Pick<ToldStore, 'writes'>;
    appUrl: string;
    /** The address of the skill at Amazon for readers of a language; undefined where the stage has none. */
    skillPage: (language: Language) => string | undefined;
  };

/**
 * Tells the owner of what is new since the last look, in one mail and by the trigger of their choice; what was mended
 * meanwhile is told to nobody. A worker that dies between the mail and its record sends it again.
 */
export async function tellFindings(deps: TellFindingsDeps, entries: readonly EntryOf<'findings'>[]): Promise<Work> {
  const [entry] = entries;
  const current = entry && (await currentFindings(deps, entry.workspaceId));
  if (!current) return { outcome: 'done', writes: [] };
  const { workspace, told = nothingTold } = current.stored;
  // A plan may end where nothing else can break yet.
  if (current.state === 'unset' && current.next === undefined) {
    // What was told stays told: a plan that ends is the same one once an account is linked again.
    const writes = told.dueAt === undefined ? [] : deps.told.writes(workspace.id, { ...told, dueAt: undefined });
    return { outcome: 'done', writes };
  }
  const now = deps.now();
  const quiet = current.stored.told?.alertTriggerId === undefined ? undefined : quietUntil(workspace.timeZone, now);
  const { unreadable } = current.stored;
  const known = { ...current, told, toldBefore: toldBefore(current), unreadable, mayFire: quiet === undefined };
  const plan = whatToTell(known, now);
  await fireAlert(deps, current, plan.fire);
  const work = plan.tell.length === 0 ? done : await mail(deps, current, plan.tell);
  if (work !== 'noAddress' && work.outcome !== 'done') return work;
  const { told: by, mailed } = work === 'noAddress' ? unmailed(plan, told) : plan;
  const firedAt = plan.fire.length > 0 ? now.toISOString() : told.firedAt;
  const dueAt = nextLook(workspace.id, now, [current.next, plan.next, quiet?.getTime()]).toISOString();
  const next: Told = { told: by, mailed, alerted: plan.alerted, firedAt, dueAt };
  return { outcome: 'done', writes: deps.told.writes(workspace.id, next) };
}

/** As if nothing had been told by mail: who has an address later is told then. */
function unmailed({ told, tell }: Plan, { mailed }: Told): Pick<Told, 'told' | 'mailed'> {
  const places = new Set(tell.map(placeOf));
  return { told: Object.fromEntries(Object.entries(told).filter(([place]) => !places.has(place))), mailed };
}

const done: Work = { outcome: 'done', writes: [] };

/** By the mail of an older version. */
const toldBefore = ({ stored: { story } }: CurrentFindings): string[] =>
  story?.grant?.state === 'revoked' && story.grant.toldAt !== undefined ? [placeOf({ key: 'grantEnded' })] : [];

async function mail(
  deps: TellFindingsDeps,
  current: CurrentFindings,
  findings: readonly Finding[],
): Promise<Work | 'noAddress'> {
  const { workspace, access, instance } = current.stored;
  const owner = await deps.users.find(workspace.userId);
  if (!owner) return done;
  const { language = 'en' } = owner;
  const to = mailAddressOf(owner);
  if (to === undefined) return 'noAddress';
  const keys = [...new Set(findings.map(({ key }) => key))].join();
  const written = findingsMail({
    language,
    workspace: { id: workspace.id, name: workspace.name },
    appUrl: deps.appUrl,
    findings,
    revokedAs: access?.revokedAs,
    lineEnd: instance?.ended?.as,
    skillPage: deps.skillPage(language),
  });
  const about = { workspaceId: workspace.id, findings: keys };
  return mailWork(deps, { to, ...written }, about);
}
