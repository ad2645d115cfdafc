import { randomUUID } from 'node:crypto';

import { PutCommand } from '@aws-sdk/lib-dynamodb';

import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { deviceIdOf, triggerItem } from '#functions/data/items/trigger-item.ts';
import { accessKey } from '#functions/data/keys.ts';
import { createPlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createTriggerStore, type StoredTrigger } from '#functions/data/triggers/trigger-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { changeTimeZone } from '#functions/schedule/change-time-zone.ts';
import { deletePlannedRun } from '#functions/schedule/delete-planned-run.ts';
import { listPlannedRuns } from '#functions/schedule/list-planned-runs.ts';
import { readNightlyCheck } from '#functions/schedule/nightly/read-nightly-check.ts';
import { switchNightlyCheck } from '#functions/schedule/nightly/switch-nightly-check.ts';
import { planRun, type PlanWish } from '#functions/schedule/plan-run.ts';
import { runDue } from '#functions/schedule/run-due.ts';
import { updatePlannedRun } from '#functions/schedule/update-planned-run.ts';
import { deleteTrigger } from '#functions/triggers/delete-trigger.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';
import { execution } from '#functions/wiring/parts/execution.ts';
import { receiptPairing } from '#functions/wiring/parts/receipt-pairing.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';

import { aClock, noonTomorrow } from '../../support/worlds/a-clock.ts';
import { anAccess } from '../../support/worlds/a-grant.ts';
import { addLinkedWorkspace } from '../../support/worlds/a-linked-workspace.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { testWorld } from '../../support/worlds/test-world.ts';

export const workspaceId = 7;
export const link = { number: 1, amazonUserId: 'amzn1.ana' };

export type ScheduledHome = Awaited<ReturnType<typeof aScheduledHome>>;

/** Returns a linked workspace in São Paulo with one trigger. Its clock starts at 12:00 UTC tomorrow. */
export async function aScheduledHome(changes: Parameters<typeof addLinkedWorkspace>[1] = {}, perMinute = 100_000) {
  const clock = aClock(noonTomorrow());
  const { now } = clock;
  const table: Table = await aTable();
  await addLinkedWorkspace(table, { timeZone: 'America/Sao_Paulo', ...changes });
  const putAccess = () =>
    table.doc.send(
      new PutCommand({ TableName: table.name, Item: { ...accessKey({ workspaceId }), ...anAccess(now()) } }),
    );
  await putAccess();
  const sent: { outcome: Sent['outcome']; events: string[] } = { outcome: 'sent', events: [] };
  const metered: Record<string, number>[] = [];
  const lines: string[] = [];

  function processOn(own: Table) {
    const stores = {
      workspaces: createWorkspaceStore(own),
      triggers: createTriggerStore(own, { now, newId: () => randomUUID() }),
      plannedRuns: createPlannedRunStore(own, now),
      executions: createExecutionStore(own, now),
      users: { find: () => Promise.resolve(undefined) },
    };
    const world = testWorld({
      table: own,
      now,
      metrics: (values) => void metered.push({ ...values }),
      log: (event) => void lines.push(event),
      settings: { RUNS_PER_MINUTE: '1000', WORKSPACE_RUNS_PER_MINUTE: String(perMinute) },
    });
    const execute = execution(world, (target) => {
      sent.events.push(target.deviceId);
      return Promise.resolve({ outcome: sent.outcome, stages: { token: 0, send: 5 } });
    });
    const deps = {
      ...stores,
      execute,
      newId: () => randomUUID(),
      triggerKind: 'simple-event' as const,
      metrics: world.metrics,
      log: world.log,
      now,
    };
    return {
      deps,
      tick: (ms = 45_000): Promise<void> => runDue(deps, deadlineIn(now, ms)),
      plan: (wish: Partial<PlanWish> & Pick<PlanWish, 'triggerId'>) =>
        planRun(deps, { workspaceId, by: 'click', ...wish }),
      change: (id: string, change: Parameters<typeof updatePlannedRun>[2]) =>
        updatePlannedRun(deps, { workspaceId, id }, change),
      remove: (id: string) => deletePlannedRun(deps, { workspaceId, id }),
      list: async () => (await listPlannedRuns(deps, workspaceId)).plans,
      moveTo: (timeZone: string) => changeTimeZone(deps, workspaceId, timeZone),
      deleteTrigger: (triggerId: string) => deleteTrigger(deps, { workspaceId, triggerId }),
      nightly: () => readNightlyCheck(deps, workspaceId),
      switchNightly: (on: boolean, timeZone?: string) =>
        switchNightlyCheck(deps, { userId: 'ana', workspaceId }, { on, timeZone }),
    };
  }

  const home = processOn(table);
  const aTrigger = async (name: string): Promise<StoredTrigger> => {
    const given = { id: randomUUID(), workspaceId, userId: 'ana', name, starter: 'simple-event' } as const;
    const made = await home.deps.triggers.create(given, link);
    if (typeof made === 'string') throw new Error(`${name} was ${made}`);
    return made;
  };
  const stored = (triggerId: string) => home.deps.triggers.find(workspaceId, triggerId, link.number);
  /** Stores the last run in the history, as the stream's worker does. */
  async function keepHistory(triggerId: string): Promise<void> {
    await runHistory({ table, now }).keepHistory({ after: triggerItem.parse(await stored(triggerId)) });
    await pairReceipts(receiptPairing(testWorld({ table, now })), triggerId);
  }
  return {
    ...home,
    clock,
    table,
    sent,
    metered,
    lines,
    processOn,
    aTrigger,
    stored,
    keepHistory,
    renewAccess: putAccess,
    async hear(triggerId: string): Promise<void> {
      await createReceiptStore(table, now).hear(triggerId, { id: randomUUID(), at: now().getTime() });
      await pairReceipts(receiptPairing(testWorld({ table, now })), triggerId);
    },
    trigger: await aTrigger('Boa noite'),
    /** The time `ms` from now. */
    later: (ms: number): string => new Date(now().getTime() + ms).toISOString(),
    eventsOf: (triggerId: string): number => sent.events.filter((id) => id === deviceIdOf(triggerId)).length,
  };
}
