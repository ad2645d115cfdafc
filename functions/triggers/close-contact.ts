import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { contactReport } from '#functions/alexa/messages/run-message.ts';
import { isReportRefusal } from '#functions/data/alexa/reported-store.ts';
import { newRunIn, type ChangedTrigger, type TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { OutboxStore } from '#functions/data/outbox/outbox-store.ts';
import type { RunStore } from '#functions/data/triggers/run-store.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import { findCurrentLink, type CurrentLinkDeps } from './current-link.ts';

type SendDeps = {
  triggers: Pick<TriggerStore, 'find'>;
  runs: Pick<RunStore, 'closed'>;
  send: (workspaceId: number, build: (token: string) => object, deadline: Deadline) => Promise<Pick<Sent, 'outcome'>>;
  now: () => Date;
  newId: () => string;
};

export type CloseContactDeps = SendDeps & {
  outbox: Pick<OutboxStore, 'add'>;
  pause: (ms: number) => Promise<void>;
};

export type CloseContactsDeps = SendDeps & CurrentLinkDeps;

type Opened = Pick<TriggerItem, 'workspaceId' | 'id' | 'deviceId' | 'enabled'> & { openSince: number };

/** Alexa has to see the contact open for a moment. */
const openMs = 1_000;

/** Reports the contact as closed after a run that opened it. Queues a retry if that fails. */
export async function closeContact(
  deps: CloseContactDeps,
  change: ChangedTrigger,
  deadline: Deadline,
): Promise<'closed' | 'queued' | 'nothingToDo'> {
  const { before, after } = change;
  const { workspaceId, id, link, openSince } = after;
  if (openSince === undefined || before?.openSince === openSince) return 'nothingToDo';
  const openedAt = openSince + (newRunIn(change)?.ms ?? 0);
  const wait = openedAt + openMs - deps.now().getTime();
  if (wait > 0) await deps.pause(Math.min(wait, openMs));
  // The trigger may have been switched off or deleted in that second.
  const closeNow = async (): Promise<Sent['outcome'] | 'deleted'> => {
    const now = await deps.triggers.find(workspaceId, id, link);
    return now ? close(deps, { ...now, openSince }, deadline) : 'deleted';
  };
  const outcome = await closeNow().catch(() => 'failed');
  if (outcome === 'sent') return 'closed';
  if (outcome === 'deleted') return 'nothingToDo';
  const made = { id: deps.newId(), now: deps.now() };
  await deps.outbox.add({ topic: 'closeContact', workspaceId, triggerId: id, openSince }, made, []);
  return 'queued';
}

/** Alexa would refuse a retry as well. The next run closes the contact before it opens it. */
const isFinal = (outcome: string): boolean => isReportRefusal(outcome) || outcome === 'malformed';

export async function closeContacts(
  deps: CloseContactsDeps,
  entries: readonly EntryOf<'closeContact'>[],
  deadline: Deadline,
): Promise<Work> {
  for (const { workspaceId, triggerId, openSince } of entries) {
    const link = await findCurrentLink(deps, workspaceId);
    const trigger = link && (await deps.triggers.find(workspaceId, triggerId, link.number));
    if (trigger?.openSince !== openSince) continue;
    const outcome = await close(deps, { ...trigger, openSince }, deadline);
    if (outcome !== 'sent' && !isFinal(outcome)) return { outcome: 'retry', failure: outcome };
  }
  return { outcome: 'done', writes: [] };
}

async function close(deps: SendDeps, trigger: Opened, deadline: Deadline): Promise<Sent['outcome']> {
  const moment = { messageId: deps.newId(), at: deps.now() };
  const build = (token: string): object => contactReport(trigger, 'NOT_DETECTED', moment, token);
  const { outcome } = await deps.send(trigger.workspaceId, build, deadline);
  if (outcome === 'sent') await deps.runs.closed(trigger.workspaceId, trigger.id, trigger.openSince);
  return outcome;
}
