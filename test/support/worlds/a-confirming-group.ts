import { randomUUID } from 'node:crypto';

import { triggerItem } from '#functions/data/items/trigger-item.ts';
import { instancePartition, triggerKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { closeRuns } from '#functions/triggers/receipts/close-runs.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';
import { outboxWorker, workerProviders } from '#functions/wiring/parts/outbox-worker.ts';
import { receiptPairing } from '#functions/wiring/parts/receipt-pairing.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';
import type { SuccessStyle } from '#shared/rules/group-commands/success-styles.ts';

import { aWhatsApp } from './a-group-chat.ts';
import { testWorld } from './test-world.ts';

const minute = 60_000;
/** Until enough receipts are recorded, a receipt may belong to a run for this long. */
const openMs = 10 * minute;

/** A group whose trigger "Portão" has a confirming routine. Each pause while waiting takes 400 ms. */
export async function aConfirmingGroup(table: Table, given: { successAs?: SuccessStyle } = {}) {
  const chat = aWhatsApp(table);
  const { now } = chat.clock;
  const at = await chat.aHome(['Portão'], given);
  const { workspaceId, triggers, instanceId } = at;
  const id = triggers['Portão'] ?? '';
  const on = (own: Table) => testWorld({ table: own, now, log: chat.log });
  const store = createTriggerStore(table, { now, newId: () => randomUUID() });
  const link = { number: 1, amazonUserId: `amzn1.account.${workspaceId}` };
  const changeTrigger = async (change: { receipt: boolean }): Promise<void> => {
    const trigger = await store.find(workspaceId, id, link.number);
    const changed = trigger && (await store.change(trigger, change, link));
    if (!changed || typeof changed === 'string') throw new Error(`The trigger was ${changed}.`);
  };
  await changeTrigger({ receipt: true });
  const receipts = createReceiptStore(table, now);
  const pair = () => pairReceipts(receiptPairing(on(table)), id);
  return {
    ...chat,
    ...at,
    triggerId: id,
    changeTrigger,
    async deleteTrigger(): Promise<void> {
      const trigger = await store.find(workspaceId, id, link.number);
      if (trigger) await store.delete(trigger, link);
    },
    /** Like the stream's worker. */
    async keepHistory(): Promise<void> {
      await runHistory(on(table)).keepHistory({
        after: triggerItem.parse(await chat.item(triggerKey(workspaceId, id))),
      });
      await pair();
    },
    async routineEnds(): Promise<void> {
      await receipts.hear(id, { id: randomUUID(), at: now().getTime() });
      await pair();
    },
    openElsewhere: (): Promise<void> => {
      const openedAt = now().getTime();
      const run = { triggerId: id, workspaceId, id: 'another run', at: now().toISOString() };
      return receipts.open({ ...run, openedAt, until: openedAt + openMs }, openMs);
    },
    command: () => chat.type(instanceId, 'portão', { as: 'Carla' }),
    /** Like the sweep. */
    sweep: (own = table): Promise<void> => closeRuns(receiptPairing(on(own)), deadlineIn(now, minute)),
    /** Processes pending work of the number like the worker. */
    work(own = table): Promise<unknown> {
      const world = on(own);
      const providers = { ...workerProviders(world), gateways: chat.gateways };
      return outboxWorker(world, providers).processPartition(instancePartition(instanceId), deadlineIn(now, minute));
    },
    /** Moves the clock until no receipt can belong to the run any more. */
    async closeRun(): Promise<void> {
      chat.clock.advance(openMs);
      await this.sweep();
      await this.work();
    },
  };
}

export type ConfirmingGroup = Awaited<ReturnType<typeof aConfirmingGroup>>;

/** Records the history after the first pause and ends the routine after the given pause. */
export function endsAt(home: ConfirmingGroup, wanted: number): void {
  let pauses = 0;
  home.behave.onPause = async () => {
    pauses += 1;
    if (pauses === 1) await home.keepHistory();
    if (pauses === wanted) await home.routineEnds();
  };
}
