import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { triggerItem } from '#functions/data/items/trigger-item.ts';
import { triggerKey, workspaceKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createGroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';

import { noonTomorrow } from '../../support/worlds/a-clock.ts';
import { aWhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { testWorld } from '../../support/worlds/test-world.ts';

let table: Table;
beforeAll(async () => {
  table = await aTable();
});

const dayMs = 86_400_000;

async function aGroup(names: readonly string[] = ['Portão']) {
  const chat = aWhatsApp(table);
  const { now, advance } = chat.clock;
  advance(Date.parse(noonTomorrow()) - now().getTime());
  const at = await chat.aHome(names, { successAs: 'text' });
  const { workspaceId, triggers, instanceId } = at;
  const id = triggers['Portão'] ?? '';
  const store = createTriggerStore(table, { now, newId: () => randomUUID() });
  const link = { number: 1, amazonUserId: `amzn1.account.${workspaceId}` };
  return {
    ...chat,
    workspaceId,
    say: (name: string, command = 'portão') => chat.type(instanceId, command, { as: name }),
    /** Sets the conditions of all triggers. */
    async set(conditions: Conditions): Promise<void> {
      for (const trigger of await store.list(workspaceId, link.number)) {
        await store.change(trigger, { conditions }, link);
      }
    },
    setZone: (timeZone: string) => setAttributes(table, workspaceKey(workspaceId), { timeZone }),
    /** Does what the stream's worker does. */
    keepHistory: async () =>
      runHistory(testWorld({ table, now })).keepHistory({
        after: triggerItem.parse(await chat.item(triggerKey(workspaceId, id))),
      }),
    people: () => createGroupPersonStore(table, now).list(workspaceId),
  };
}

describe('a trigger that only some members may run', () => {
  test('lists who ran a trigger, runs it for them, and sends others one notice a day', async () => {
    const group = await aGroup();
    await group.say('Carla');
    await group.keepHistory();
    const [carla] = await group.people();
    expect(carla).toMatchObject({ name: 'Carla', person: expect.stringMatching(/^[0-9a-f]{12}$/) });
    await group.set({ people: [carla?.person ?? ''] });
    group.clock.advance(60_000);
    await group.say('Carla');
    expect(group.sentEvents).toHaveLength(2);
    group.clock.advance(60_000);
    group.answers.length = 0;
    for (let time = 0; time < 3; time += 1) {
      await group.say('Davi');
      group.clock.advance(60_000);
    }
    expect(group.answers).toEqual(['⚠️ Only some people may run *Portão*.']);
    expect(group.sentEvents).toHaveLength(2);
    group.clock.advance(dayMs);
    await group.say('Davi');
    expect(group.answers).toHaveLength(2);
  });
});

describe('a member who may not run a trigger', () => {
  const nobody = { people: ['0123456789ab'] };

  test('lists a refused member without a run, so that they can be chosen', async () => {
    const group = await aGroup();
    await group.set(nobody);
    await group.say('Davi');
    expect(group.sentEvents).toEqual([]);
    const [davi, ...others] = await group.people();
    expect(others).toEqual([]);
    expect(davi).toMatchObject({ name: 'Davi', seenAt: group.clock.now().toISOString() });
    await group.set({ people: [davi?.person ?? ''] });
    group.clock.advance(60_000);
    await group.say('Davi');
    expect(group.sentEvents).toEqual(['Portão']);
  });

  test('sends a member one notice a day for any number of triggers, and other members their own', async () => {
    const group = await aGroup(['Portão', 'Garagem']);
    await group.set(nobody);
    for (const [name, command] of [
      ['Davi', 'portão'],
      ['Davi', 'garagem'],
      ['Davi', 'portão'],
      ['Elisa', 'garagem'],
    ] as const) {
      group.clock.advance(60_000);
      await group.say(name, command);
    }
    expect(group.answers).toEqual(['⚠️ Only some people may run *Portão*.', '⚠️ Only some people may run *Garagem*.']);
  });

  test('sends one notice per day in the time zone of the workspace', async () => {
    const group = await aGroup();
    await group.set(nobody);
    await group.setZone('America/Sao_Paulo');
    const day = (hour: number): number => hour * 3_600_000;
    const toHour = (hour: number): void =>
      group.clock.advance((dayMs + day(hour) - (group.clock.now().getTime() % dayMs)) % dayMs);
    // In São Paulo these are 20:00 and 22:00 of one day, and 01:00 of the next.
    const answers: number[] = [];
    for (const hour of [23, 1, 4]) {
      toHour(hour);
      await group.say('Davi');
      answers.push(group.answers.length);
    }
    expect(answers).toEqual([1, 1, 2]);
  });

  test('sends one notice a day to a member without a name, and does not list them', async () => {
    const group = await aGroup();
    await group.set(nobody);
    for (let time = 0; time < 2; time += 1) {
      await group.say('');
      group.clock.advance(60_000);
    }
    expect(group.answers).toHaveLength(1);
    expect(await group.people()).toEqual([]);
  });
});

describe('a command that conditions refuse', () => {
  test('answers when the command will be possible, in UTC if the workspace has no zone', async () => {
    const group = await aGroup();
    await group.set({ coolDownSeconds: 3600 });
    await group.say('Carla');
    group.clock.advance(60_000);
    await group.say('Carla');
    expect(group.sentEvents).toHaveLength(1);
    const told =
      /^⚠️ \*Portão\* was sent a moment ago and may not run again yet\. It will be possible from .+ \d\d:\d\d .M UTC\.$/;
    expect(group.answers.at(-1)).toMatch(told);
  });
});
