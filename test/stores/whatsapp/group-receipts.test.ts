import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { triggerKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { triggerItem } from '#functions/data/triggers/trigger-item.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';
import { receiptPairing } from '#functions/wiring/parts/receipt-pairing.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';
import type { SuccessStyle } from '#shared/rules/group-commands/success-styles.ts';

import { aWhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { testWorld } from '../../support/worlds/test-world.ts';

let table: Table;
beforeAll(async () => {
  table = await aTable();
});

/** A group whose trigger "Portão" has a routine that confirms. Each pause of whoever waits is 400 ms. */
async function confirming(given: { successAs?: SuccessStyle } = {}) {
  const chat = aWhatsApp(table);
  const { now } = chat.clock;
  const at = await chat.aHome(['Portão'], given);
  const { workspaceId, triggers, instanceId } = at;
  const id = triggers['Portão'] ?? '';
  const world = testWorld({ table, now });
  const store = createTriggerStore(table, { now, newId: () => randomUUID() });
  const link = { number: 1, amazonUserId: `amzn1.account.${workspaceId}` };
  const trigger = await store.find(workspaceId, id, link.number);
  const changed = trigger && (await store.change(trigger, { receipt: true }, link));
  if (!changed || typeof changed === 'string') throw new Error(`The trigger was ${changed}.`);
  const receipts = createReceiptStore(table, now);
  const pair = () => pairReceipts(receiptPairing(world), id);
  return {
    ...chat,
    ...at,
    /** As the worker of the stream does. */
    async keepHistory(): Promise<void> {
      await runHistory(world).keepHistory({ after: triggerItem.parse(await chat.item(triggerKey(workspaceId, id))) });
      await pair();
    },
    async routineEnds(): Promise<void> {
      await receipts.hear(id, { id: randomUUID(), at: now().getTime() });
      await pair();
    },
    openElsewhere: (): Promise<void> => {
      const openedAt = now().getTime();
      const run = { triggerId: id, workspaceId, id: 'another run', at: now().toISOString() };
      const openMs = 600_000;
      return receipts.open({ ...run, openedAt, until: openedAt + openMs }, openMs);
    },
    command: () => chat.type(instanceId, 'portão', { as: 'Carla' }),
  };
}

type Confirming = Awaited<ReturnType<typeof confirming>>;

/** The history is kept after the first pause, and the routine ends after the pause of this number. */
function endsAt(home: Confirming, wanted: number): void {
  let pauses = 0;
  home.behave.onPause = async () => {
    pauses += 1;
    if (pauses === 1) await home.keepHistory();
    if (pauses === wanted) await home.routineEnds();
  };
}

describe('a command whose routine confirms its runs', () => {
  test.each([
    ['reaction', '✅'],
    ['text', '✅ Portão - Carla: ran after 2.4 s'],
  ] as const)('is answered by a %s once its receipt has come', async (successAs, answer) => {
    const home = await confirming({ successAs });
    endsAt(home, 6);
    expect(await home.command()).toBe(200);
    expect([home.answers, home.sentEvents]).toEqual([[answer], ['Portão']]);
  });

  test('is answered in words at the end of its time: it was sent, and not confirmed', async () => {
    const home = await confirming();
    endsAt(home, Infinity);
    const before = home.clock.now().getTime();
    expect(await home.command()).toBe(200);
    expect(home.answers).toEqual(['⏳ *Portão* was sent to Alexa, and its routine has not confirmed it yet.']);
    expect(home.clock.now().getTime() - before).toBe(6_000);
    expect(home.answered()).toMatchObject({ kind: 'fire', result: 'sent', said: 'sent' });
  });

  test('is answered in the same words when its history does not come', async () => {
    const home = await confirming();
    expect(await home.command()).toBe(200);
    expect(home.answers).toEqual([expect.stringMatching(/^⏳ \*Portão\* was sent/u)]);
  });

  test('is never told as done by a receipt that may be of another run', async () => {
    const home = await confirming();
    await home.openElsewhere();
    home.clock.advance(60_000);
    endsAt(home, 3);
    await home.command();
    expect(home.answers).toEqual([
      '⏳ *Portão* was sent to Alexa. Its routine confirmed a run, but several were open, so we cannot tell which.',
    ]);
  });

  test('of which Alexa said nothing is done when the receipt says so, and unknown without it', async () => {
    for (const [pause, answer] of [
      [2, '✅'],
      [Infinity, '⚠️ We could not confirm whether *Portão* ran. Check at home before you repeat it.'],
    ] as const) {
      const home = await confirming();
      home.behave.sent = { outcome: 'unknown' };
      endsAt(home, pause);
      await home.command();
      expect(home.answers).toEqual([answer]);
    }
  });

  test('that Alexa refuses is told at once', async () => {
    const home = await confirming();
    home.behave.sent = { outcome: 'throttled' };
    const before = home.clock.now().getTime();
    await home.command();
    expect(home.answers).toEqual(['⚠️ Alexa is busy. Try again shortly.']);
    expect(home.clock.now().getTime()).toBe(before);
  });

  test('is answered once, whatever is delivered again while its receipt is awaited', async () => {
    const home = await confirming();
    const event = home.messageEvent(home.instanceId, 'portão');
    const again: (number | undefined)[] = [];
    home.behave.onPause = async () => {
      if (again.length === 0) again.push(await home.deliver(home.instanceId, event));
    };
    expect(await home.deliver(home.instanceId, event)).toBe(200);
    expect([again, home.answers.length, home.sentEvents.length]).toEqual([[503], 1, 1]);
  });
});
