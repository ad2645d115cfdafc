import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { live } from '#functions/data/items/parse-item.ts';
import { receiptIdOf, triggerItem } from '#functions/data/items/trigger-item.ts';
import { instancePartition, openRunPrefix, receiptPrefix, triggerKey, triggerPartition } from '#functions/data/keys.ts';
import { queryAll } from '#functions/data/query-all.ts';
import type { Table } from '#functions/data/table.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { LogEvent } from '#functions/platform/log-events.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { closeRuns } from '#functions/triggers/receipts/close-runs.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';
import { receiptPairing } from '#functions/wiring/parts/receipt-pairing.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';

import { checkSkillReply } from '../../sandboxes/alexa/check-reply.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { testWorld } from '../../support/worlds/test-world.ts';
import { aHome } from '../home.ts';
import type { Product } from '../product.ts';

const link = 1;
const minute = 60_000;
const told = z.object({
  run: z.optional(z.object({ id: z.string() })),
  receipt: z.object({ heard: z.number(), silent: z.number() }),
});

export type ConfirmingHome = Awaited<ReturnType<typeof aConfirmingHome>>;

/** A home with one trigger whose routine confirms its runs. */
export async function aConfirmingHome(table: Table, tableUrl: string, withGroup: boolean) {
  const home = await aHome(table, tableUrl, { withGroup });
  const { now } = home.clock;
  const { triggerId } = home.newFiring();
  const triggers = createTriggerStore(table, { now, newId: () => randomUUID() });
  const trigger = await triggers.find(home.workspaceId, triggerId, link);
  const change = { receipt: true };
  const changed = trigger && (await triggers.change(trigger, change, { number: link, amazonUserId: home.account }));
  if (!changed || typeof changed === 'string') throw new Error(`Confirmation could not be switched on: ${changed}`);
  const item = async (): Promise<Record<string, unknown>> => {
    const { pk, sk } = triggerKey(home.workspaceId, triggerId);
    const values = { ':pk': pk, ':sk': sk };
    const asked = { KeyConditionExpression: 'pk = :pk AND sk = :sk', ExpressionAttributeValues: values };
    return (await queryAll(table, asked))[0] ?? {};
  };
  /** Sweeps as the clock does every minute, and returns the logged events. */
  const sweep = async (on = table): Promise<LogEvent[]> => {
    const events: LogEvent[] = [];
    const world = testWorld({ table: on, now, log: (event) => void events.push(event) });
    await home.clock.follow(() => closeRuns(receiptPairing(world), deadlineIn(now, minute)));
    return events;
  };
  return {
    ...home,

    /** Does what the stream worker does after a run. */
    async work(on = table): Promise<void> {
      const world = testWorld({ table: on, now });
      const after = triggerItem.parse(await item());
      await home.clock.follow(async () => {
        await runHistory(world).keepHistory({ after });
        await pairReceipts(receiptPairing(world), triggerId);
      });
    },

    /** Sends the directive that ends a routine. The same key repeats the same directive. */
    async routineEnds({ skill }: Pick<Product, 'skill'>, key: string): Promise<{ word: string; problems: string[] }> {
      const sent = { namespace: 'Alexa.SceneController', name: 'Activate', correlationToken: `corr-${key}` };
      const endpointId = receiptIdOf(triggerId);
      const scope = { type: 'BearerToken', token: home.voiceToken() };
      const header = { ...sent, messageId: key, payloadVersion: '3' };
      const reply = await skill({ directive: { header, endpoint: { scope, endpointId, cookie: {} }, payload: {} } });
      const { problems, errorType, isExpected } = checkSkillReply({ ...sent, endpointId }, reply);
      return { word: errorType ?? (isExpected ? 'heard' : 'nothing'), problems: errorType ? [] : problems };
    },

    sweep,

    /** Gives the trigger a history of receipts, so that a missing one is worth reporting. */
    async usedToAnswer(): Promise<void> {
      const answered = { 'receipt.heard': 20, 'receipt.silent': 0, 'receipt.lastRanAt': now().toISOString() };
      await setAttributes(table, triggerKey(home.workspaceId, triggerId), answered);
    },

    /** Sweeps once a run is no longer open and again once it counts as lost. A group's command gets a late answer. */
    async end(): Promise<void> {
      for (const passed of [11, 61]) {
        home.clock.advance(passed * minute);
        await sweep();
        if (home.group) await home.well().process.work(instancePartition(home.group.instanceId));
      }
      home.spoil();
    },

    /** `ranMs` of the last run; undefined without a receipt. */
    async ranMs(): Promise<number | undefined> {
      const { run } = told.parse(await item());
      return run && (await createExecutionStore(table, now).find(triggerId, run.id))?.ranMs;
    },
    lastRun: async (): Promise<string | undefined> => told.parse(await item()).run?.id,
    heardReceipts: async (): Promise<number> => told.parse(await item()).receipt.heard,

    silentRuns: async (): Promise<number> => told.parse(await item()).receipt.silent,

    /** Lists open runs and receipts. */
    async left(): Promise<string[]> {
      const rows = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': triggerPartition(triggerId),
          ':from': openRunPrefix,
          ':to': `${receiptPrefix}~`,
        },
      });
      return rows.filter((row) => live(row, now())).map(({ type }) => `${String(type)} is left`);
    },
  };
}
