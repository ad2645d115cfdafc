import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';

import { aConfirmingGroup, endsAt } from '../../support/worlds/a-confirming-group.ts';
import { aTable } from '../../support/worlds/a-table.ts';

let table: Table;
beforeAll(async () => {
  table = await aTable();
});

describe('a command whose routine confirms its runs', () => {
  test.each([
    ['reaction', '✅'],
    ['text', '✅ Portão - Carla: ran after 2.4 s'],
  ] as const)('answers with a %s once the receipt arrives', async (successAs, answer) => {
    const home = await aConfirmingGroup(table, { successAs });
    endsAt(home, 6);
    expect(await home.command()).toBe(200);
    expect([home.answers, home.sentEvents]).toEqual([[answer], ['Portão']]);
  });

  test.each([
    ['reaction', '☑️', 'reacted'],
    ['text', '⏳ *Portão* was sent to Alexa, and its routine has not confirmed it yet.', 'sent'],
  ] as const)('answers with a %s at the end of the time when no receipt arrives', async (successAs, answer, said) => {
    const home = await aConfirmingGroup(table, { successAs });
    endsAt(home, Infinity);
    const before = home.clock.now().getTime();
    expect(await home.command()).toBe(200);
    expect(home.answers).toEqual([answer]);
    expect(home.clock.now().getTime() - before).toBe(6_000);
    expect(home.answered()).toMatchObject({ kind: 'fire', result: 'sent', said });
  });

  test('answers with ☑ when the history does not arrive', async () => {
    const home = await aConfirmingGroup(table);
    expect(await home.command()).toBe(200);
    expect(home.answers).toEqual(['☑️']);
  });

  test('answers with a text when WhatsApp rejects ☑, and not again once the run is closed', async () => {
    const home = await aConfirmingGroup(table);
    endsAt(home, Infinity);
    home.behave.reaction = 'rejected';
    await home.command();
    await home.closeRun();
    expect(home.answers).toEqual([expect.stringMatching(/^⏳ \*Portão\* was sent/u)]);
  });

  test('never reports a command as done because of a receipt that may belong to another run', async () => {
    const home = await aConfirmingGroup(table);
    await home.openElsewhere();
    home.clock.advance(60_000);
    endsAt(home, 3);
    await home.command();
    expect(home.answers).toEqual([
      '⏳ *Portão* was sent to Alexa. Its routine confirmed a run, but several were open, so we cannot tell which.',
    ]);
  });

  test('reports a command with an unknown outcome as done when the receipt arrives, and as unknown without it', async () => {
    for (const [pause, answer] of [
      [2, '✅'],
      [Infinity, '⚠️ We could not confirm whether *Portão* ran. Check at home before you repeat it.'],
    ] as const) {
      const home = await aConfirmingGroup(table);
      home.behave.sent = { outcome: 'unknown' };
      endsAt(home, pause);
      await home.command();
      expect(home.answers).toEqual([answer]);
    }
  });

  test('reports a refusal by Alexa at once', async () => {
    const home = await aConfirmingGroup(table);
    home.behave.sent = { outcome: 'throttled' };
    const before = home.clock.now().getTime();
    await home.command();
    expect(home.answers).toEqual(['⚠️ Alexa is busy. Try again shortly.']);
    expect(home.clock.now().getTime()).toBe(before);
  });

  test('answers once when the message is delivered again while it waits for the receipt', async () => {
    const home = await aConfirmingGroup(table);
    const event = home.messageEvent(home.instanceId, 'portão');
    const again: (number | undefined)[] = [];
    home.behave.onPause = async () => {
      if (again.length === 0) again.push(await home.deliver(home.instanceId, event));
    };
    expect(await home.deliver(home.instanceId, event)).toBe(200);
    expect([again, home.answers.length, home.sentEvents.length]).toEqual([[503], 1, 1]);
  });
});
