import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { TableBusy } from '#functions/platform/table-busy.ts';
import type { SubscriptionStatus } from '#shared/rules/billing/plans.ts';

import { aWhatsApp, home, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';

let table: Table;
beforeAll(async () => {
  table = await aTable();
});

type FailureMoment =
  // The call never reaches the table.
  | 'before'
  // The table does the work, but its answer is lost.
  | 'after';

const tryAgain = '⚠️ We could not run *Portão* just now. Try again shortly.';

/** A table whose n-th call fails. `met` returns whether that call was made. */
function failingTable(nth: number, failure: FailureMoment): Table & { met: () => boolean } {
  let calls = 0;
  const doc = new Proxy(table.doc, {
    get(target, property, receiver) {
      if (property !== 'send') return Reflect.get(target, property, receiver);
      return async (command: Parameters<typeof target.send>[0]) => {
        calls += 1;
        if (calls !== nth) return target.send(command);
        if (failure === 'after') await target.send(command);
        throw new TableBusy('Nobody answers.');
      };
    },
  });
  return { doc, name: table.name, met: () => calls >= nth };
}

type Given = { status?: SubscriptionStatus; eventOf: (chat: WhatsApp, instanceId: number) => object };

const saying = (text: string): Given => ({ eventOf: (chat, instanceId) => chat.messageEvent(instanceId, text) });

const about = (kind: string, group: object): Given => ({
  eventOf: (chat, instanceId) => {
    if (kind === 'group.v2.leave') chat.lineGateway.world.groups = [];
    return chat.wahaEvent(instanceId, kind, { group: { id: home, ...group } });
  },
});

/** The n-th call fails. Then the gateway delivers again. */
async function failAt(nth: number, failure: FailureMoment, { status = 'active', eventOf }: Given) {
  const chat = aWhatsApp(table);
  const { instanceId, workspaceId } = await chat.aHome(['Portão'], { status });
  const event = eventOf(chat, instanceId);
  const stormy = failingTable(nth, failure);
  const statuses = [await chat.deliver(instanceId, event, { process: chat.process(stormy) })];
  while (statuses.at(-1) !== 200 && statuses.length < 15) {
    chat.clock.advance(2_000);
    statuses.push(await chat.deliver(instanceId, event));
  }
  return { chat, workspaceId, met: stormy.met(), statuses };
}

async function failEverywhere(failure: FailureMoment, given: Given) {
  const all: Awaited<ReturnType<typeof failAt>>[] = [];
  for (let nth = 1; all.at(-1)?.met !== false; nth += 1) all.push(await failAt(nth, failure, given));
  return all;
}

describe.each(['before', 'after'] as const)('a call to the table that fails %s its effect', (failure) => {
  test('fires and answers a command once, in this or the next delivery, or asks for another try', async () => {
    const all = await failEverywhere(failure, saying('portão'));
    expect(all.length).toBeGreaterThan(9);
    for (const { chat, statuses } of all) {
      expect([...new Set(statuses.slice(0, -1)), statuses.at(-1)]).toEqual(statuses.length > 1 ? [503, 200] : [200]);
      expect(chat.answers).toEqual([chat.sentEvents.length === 1 ? '✅' : tryAgain]);
      expect(chat.sentEvents.length).toBeLessThanOrEqual(1);
    }
    // Without the facts of the run or its permit, the answer asks for another try.
    expect(all.filter(({ chat }) => chat.sentEvents.length === 1).length).toBeGreaterThanOrEqual(all.length - 2);
  });

  test('sends a list once, possibly in another language', async () => {
    for (const { chat, statuses } of await failEverywhere(failure, saying('lista'))) {
      expect(statuses.at(-1)).toBe(200);
      expect(chat.texts()).toEqual([expect.stringMatching(/^📋 .*\n- Portão$/u)]);
    }
  });

  test('sends the notice about the missing plan once a day', async () => {
    for (const { chat, statuses } of await failEverywhere(failure, { ...saying('portão'), status: 'canceled' })) {
      expect(statuses.at(-1)).toBe(200);
      expect([chat.texts(), chat.sentEvents]).toEqual([[expect.stringMatching(/^🔒/u)], []]);
    }
  });

  test('renames a group, and unlinks it when the number has left it', async () => {
    for (const { chat, workspaceId } of await failEverywhere(failure, about('group.v2.update', { subject: 'Vó' }))) {
      expect((await chat.world.deps.groups.list(workspaceId)).map(({ name }) => name)).toEqual(['Vó']);
    }
    for (const { chat, workspaceId } of await failEverywhere(failure, about('group.v2.leave', {}))) {
      expect(await chat.world.groupsOf(workspaceId)).toEqual([]);
    }
  });
});
