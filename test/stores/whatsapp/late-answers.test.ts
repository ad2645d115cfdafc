import { beforeAll, describe, expect, test } from 'vitest';

import { groupTurnsKey, instanceKey, userKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { noUsage } from '#shared/rules/group-commands/limits.ts';

import { atEveryWrite, lived } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aConfirmingGroup, endsAt, type ConfirmingGroup } from '../../support/worlds/a-confirming-group.ts';
import { aCountedTable, type Call } from '../../support/worlds/a-counted-table.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

const minute = 60_000;
const unconfirmed = '☑️ *Portão* was sent to Alexa, but its routine did not confirm that it ran.';

let table: Table;
beforeAll(async () => {
  table = await aTable();
});

/** Types a command that gets ☑. */
async function unanswered(given: Parameters<typeof aConfirmingGroup>[1] = {}): Promise<ConfirmingGroup> {
  const home = await aConfirmingGroup(table, given);
  endsAt(home, Infinity);
  await home.command();
  return home;
}

describe('a command with ☑', () => {
  test('sends one text once the run is closed without a confirmation', async () => {
    const home = await unanswered();
    home.clock.advance(9 * minute);
    await home.sweep();
    await home.work();
    expect(home.answers).toEqual(['☑️']);
    await home.closeRun();
    await home.closeRun();
    expect(home.answers).toEqual(['☑️', unconfirmed]);
    expect(home.said).toMatchObject([{ jid: home.group.jid, replyTo: home.reactedTo[0] }]);
    expect(home.answered()).toMatchObject({ kind: 'late', result: 'unconfirmed', said: 'sent' });
  });

  test.each([
    ['pt', '☑️ *Portão* foi enviado à Alexa, mas a rotina não confirmou a execução.'],
    ['es', '☑️ *Portão* se envió a Alexa, pero la rutina no confirmó la ejecución.'],
  ])('sends the text in %s when the owner uses that language', async (language, text) => {
    const home = await unanswered();
    await setAttributes(table, userKey(home.userId), { language });
    await home.closeRun();
    expect(home.texts()).toEqual([text]);
  });

  test('waits until no receipt can belong to the run, even if its routine used to confirm within seconds', async () => {
    const home = await aConfirmingGroup(table);
    for (let run = 1; run <= 5; run += 1) {
      endsAt(home, 6);
      await home.command();
      home.clock.advance(minute);
    }
    home.quiet();
    endsAt(home, Infinity);
    await home.command();
    home.clock.advance(2 * minute);
    await home.sweep();
    await home.work();
    expect(home.answers).toEqual(['☑️']);
    await home.closeRun();
    expect(home.answers).toEqual(['☑️', unconfirmed]);
  });

  test('sets ✅ and sends no text when the receipt arrives late', async () => {
    const home = await unanswered();
    home.clock.advance(3_000);
    await home.routineEnds();
    await home.work();
    await home.closeRun();
    expect(home.answers).toEqual(['☑️', '✅']);
    expect(home.reactedTo).toEqual([home.reactedTo[0], home.reactedTo[0]]);
    expect(home.answered()).toMatchObject({ kind: 'late', result: 'ran', said: 'reacted' });
  });

  test('sets ✅ after ☑ when the receipt arrives while ☑ is being set', async () => {
    const home = await aConfirmingGroup(table);
    endsAt(home, Infinity);
    home.behave.onReact = async (emoji) => {
      if (emoji !== '☑️') return;
      await home.routineEnds();
      await home.work();
    };
    await home.command();
    expect(home.answers).toEqual(['☑️']);
    home.clock.advance(minute);
    await home.work();
    expect(home.answers).toEqual(['☑️', '✅']);
  });

  test('sends nothing more when several runs share the receipt', async () => {
    const home = await aConfirmingGroup(table);
    await home.openElsewhere();
    home.clock.advance(minute);
    endsAt(home, Infinity);
    await home.command();
    await home.routineEnds();
    for (let times = 1; times <= 7; times += 1) await home.closeRun();
    expect(home.answers).toEqual(['☑️']);
  });

  test.each<[when: string, change: (home: ConfirmingGroup) => Promise<unknown>]>([
    ['its group is unlinked', (home) => home.world.unlinkGroup(home.workspaceId, home.group.id)],
    [
      'its group is unlinked and linked again',
      async (home) => {
        await home.world.unlinkGroup(home.workspaceId, home.group.id);
        await home.world.linkGroup(home.userId, home.workspaceId, home.group.jid);
      },
    ],
    ['its number is disconnected', (home) => home.world.disconnect(home.userId, home.instanceId)],
    [
      'its number is connected anew',
      async (home) => {
        await home.world.disconnect(home.userId, home.instanceId);
        await home.pair(home.userId, home.workspaceId);
      },
    ],
    [
      'its group is muted',
      ({ instanceId, group, clock }) =>
        setAttributes(table, groupTurnsKey(instanceId, group.jid), {
          turns: { ...noUsage, mutedUntil: clock.now().getTime() + 120 * minute },
        }),
    ],
    ['its line is lost', (home) => setAttributes(table, instanceKey(home.workspaceId), { chipStatus: 'LOST' })],
    ['its Amazon account is unlinked', (home) => home.world.unlink(home.userId, home.workspaceId)],
    ['its trigger is deleted', (home) => home.deleteTrigger()],
    ['confirmation is switched off', (home) => home.changeTrigger({ receipt: false })],
  ])('sends nothing more when %s', async (_, change) => {
    const [before, after] = [await unanswered(), await unanswered()];
    await change(before);
    after.clock.advance(10 * minute);
    await after.sweep();
    await change(after);
    await after.work();
    for (const home of [before, after]) {
      for (let times = 1; times <= 7; times += 1) await home.closeRun();
      expect(home.answers).toEqual(['☑️']);
    }
  });
});

test('sends nothing on closing the run in a group that wants texts or after an unknown result', async () => {
  const texts = await unanswered({ successAs: 'text' });
  await texts.closeRun();
  expect(texts.answers).toEqual([expect.stringMatching(/^⏳/u)]);
  const unknown = await aConfirmingGroup(table);
  unknown.behave.sent = { outcome: 'unknown' };
  endsAt(unknown, Infinity);
  await unknown.command();
  await unknown.closeRun();
  expect(unknown.answers).toEqual([expect.stringMatching(/^⚠️ We could not confirm/u)]);
});

test('reacts with ✅ after the text "could not confirm" when the receipt arrives late', async () => {
  const home = await aConfirmingGroup(table);
  home.behave.sent = { outcome: 'unknown' };
  endsAt(home, Infinity);
  await home.command();
  home.clock.advance(3_000);
  await home.routineEnds();
  await home.work();
  await home.closeRun();
  expect(home.answers).toEqual([expect.stringMatching(/^⚠️ We could not confirm/u), '✅']);
  expect(home.answered()).toMatchObject({ kind: 'late', result: 'ran', said: 'reacted' });
});

describe('the text', () => {
  test.each(['close', 'work'] as const)('sends the text once, whenever a process dies during the %s', async (step) => {
    await atEveryWrite(async (writes) => {
      const home = await unanswered();
      home.clock.advance(10 * minute);
      const dying = crashingTable(table, writes);
      if (step === 'work') await home.sweep();
      await lived(step === 'close' ? home.sweep(dying) : home.work(dying));
      for (const _ of [1, 2, 3]) {
        home.clock.advance(2 * minute);
        await home.sweep();
        await home.work();
      }
      // A message that is sent twice with the same id counts once.
      expect(new Set(home.said.map(({ messageId }) => messageId)).size).toBe(1);
      expect(new Set(home.texts())).toEqual(new Set([unconfirmed]));
      return { died: dying.died() };
    });
  });

  test('sends the text once when two workers run concurrently', async () => {
    const home = await unanswered();
    home.clock.advance(10 * minute);
    await Promise.all([home.sweep(), home.sweep()]);
    await Promise.all([home.work(), home.work()]);
    expect(home.texts()).toEqual([unconfirmed]);
  });

  test('sends the text later when the gateway is busy, and does not repeat others', async () => {
    const home = await unanswered();
    home.clock.advance(10_000);
    endsAt(home, Infinity);
    await home.command();
    home.behave.onSay = () => (home.behave.mute = 'rate_limited');
    home.clock.advance(minute);
    await home.closeRun();
    expect(home.texts()).toEqual([unconfirmed]);
    home.behave.mute = undefined;
    home.behave.onSay = () => undefined;
    for (const _ of [1, 2]) {
      home.clock.advance(minute);
      await home.work();
    }
    expect(home.texts()).toEqual([unconfirmed, unconfirmed]);
    expect(new Set(home.said.map(({ replyTo }) => replyTo)).size).toBe(2);
  });

  test('does not repeat a text that may have arrived, and gives up after an hour', async () => {
    const [lost, busy] = [await unanswered(), await unanswered()];
    lost.behave.mute = 'unreachable';
    busy.behave.mute = 'rate_limited';
    for (const home of [lost, busy]) await home.closeRun();
    lost.behave.mute = undefined;
    lost.clock.advance(minute);
    await lost.work();
    busy.clock.advance(61 * minute);
    busy.behave.mute = undefined;
    await busy.work();
    expect([lost.texts(), busy.texts()]).toEqual([[], []]);
  });
});

describe('table units', () => {
  const units = (calls: readonly Call[]): number => calls.reduce((sum, one) => sum + one.units, 0);
  const puts = (calls: readonly Call[]) => calls.flatMap((one) => (one.call === 'PutItem' ? [one.units] : []));

  async function aCounted(given: { ends: number; successAs: 'reaction' | 'text' }) {
    const counted = aCountedTable(await aTable());
    const home = await aConfirmingGroup(counted.table, given);
    // The first answer makes the process cache its line.
    await home.type(home.instanceId, 'list');
    home.clock.advance(657_000 - (home.clock.now().getTime() % minute));
    endsAt(home, given.ends);
    counted.take();
    await home.command();
    return { home, command: counted.take(), take: () => units(counted.take()) };
  }

  test('uses no extra units for a command that is confirmed in time', async () => {
    const quiet = await aCounted({ ends: 6, successAs: 'reaction' });
    const texts = await aCounted({ ends: 6, successAs: 'text' });
    // The id of the text. Claim, turn, permit and the open run (with its index entry) are the same.
    expect([1, ...puts(quiet.command)]).toEqual(puts(texts.command));
    await quiet.home.closeRun();
    expect(quiet.home.answers).toEqual(['📋', '✅'].map((sign) => expect.stringContaining(sign)));
  });

  test.each([
    ['✅', 17],
    [unconfirmed, 21],
  ] as const)('takes for the late answer %s exactly %s units', async (answer, expected) => {
    const spent: number[] = [];
    for (const successAs of ['reaction', 'text'] as const) {
      const { home, take } = await aCounted({ ends: Infinity, successAs });
      home.clock.advance(answer === '✅' ? 3_000 : 10 * minute);
      await (answer === '✅' ? home.routineEnds() : home.sweep());
      if (successAs === 'reaction') await home.work();
      expect(home.answers.includes(answer)).toBe(successAs === 'reaction');
      spent.push(take());
    }
    const [quiet = 0, texts = 0] = spent;
    expect(quiet - texts).toBe(expected);
  });
});
