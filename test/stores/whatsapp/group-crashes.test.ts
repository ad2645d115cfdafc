import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import type { SubscriptionStatus } from '#shared/rules/billing/plans.ts';

import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aWhatsApp, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';

let table: Table;
beforeAll(async () => {
  table = await aTable();
});

type Given = { status?: SubscriptionStatus; moment?: (chat: WhatsApp, kill: () => void) => void };

/** The process dies after its n-th write. Then the gateway delivers again. */
async function dieAt(writes: number, text: string, given: Given = {}) {
  const chat = aWhatsApp(table);
  const { instanceId } = await chat.aHome(['Portão'], given);
  const event = chat.messageEvent(instanceId, text);
  const dying = crashingTable(table, writes);
  given.moment?.(chat, dying.kill);
  const first = chat.deliver(instanceId, event, { process: chat.process(dying, dying.died) });
  // A dead process does not answer; the gateway's connection is cut.
  await Promise.race([first, new Promise((resolve) => setImmediate(resolve)).then(() => untilDead(dying, first))]);
  chat.clock.advance(2_000);
  const soon = await chat.deliver(instanceId, event);
  chat.clock.advance(12_000);
  const later = await chat.deliver(instanceId, event);
  return { chat, died: dying.died(), soon, later };
}

async function untilDead(dying: { died: () => boolean }, first: Promise<unknown>): Promise<void> {
  let over = false;
  void first.finally(() => (over = true));
  await expect.poll(() => over || dying.died(), { interval: 5 }).toBe(true);
}

/** Dies at every write; the last process survives. */
async function dieEverywhere(text: string, given?: Given) {
  const all: Awaited<ReturnType<typeof dieAt>>[] = [];
  for (let writes = 1; all.at(-1)?.died !== false; writes += 1) all.push(await dieAt(writes, text, given));
  return all;
}

test('fires a command at most once and answers its group after the process dies at any write', async () => {
  const all = await dieEverywhere('portão');
  expect(all.length).toBeGreaterThan(4);
  for (const { chat, soon, later } of all) {
    expect(chat.sentEvents.length).toBeLessThanOrEqual(1);
    expect([200, 503]).toContain(soon);
    expect(later).toBe(200);
    const kinds = new Set(chat.answers.map((one) => one.slice(0, 25)));
    // At least one answer arrives. After a success, one more may report an unknown result.
    expect(kinds.size).toBeGreaterThan(0);
    expect(['✅', '⚠️ We could not confirm w']).toEqual(expect.arrayContaining([...kinds]));
    expect(chat.answers.length).toBe(kinds.size);
  }
  const lived = all.at(-1)?.chat;
  expect([lived?.answers, lived?.sentEvents]).toEqual([['✅'], ['Portão']]);
});

describe('a process that dies', () => {
  const never = new Promise<never>(() => undefined);

  test('does not fire again and reports an unknown result when the process dies during the call to Alexa', async () => {
    const { chat, soon, later } = await dieAt(99, 'portão', {
      moment: ({ behave }, kill) => {
        behave.sent = () => {
          kill();
          return never;
        };
      },
    });
    expect([soon, later]).toEqual([503, 200]);
    expect(chat.sentEvents).toEqual(['Portão']);
    expect(chat.texts()).toEqual([expect.stringMatching(/^⚠️ We could not confirm/u)]);
  });

  test('may also report an unknown result when the process dies before it has stored its answer', async () => {
    const { chat, soon, later } = await dieAt(99, 'portão', {
      moment: ({ behave }, kill) => {
        behave.onReact = () => {
          kill();
          behave.onReact = () => undefined;
          return never;
        };
      },
    });
    expect([soon, later]).toEqual([503, 200]);
    expect(chat.sentEvents).toEqual(['Portão']);
    expect(chat.answers).toEqual(['✅', expect.stringMatching(/^⚠️ We could not confirm/u)]);
  });
});

test.each<[string, string, SubscriptionStatus, string]>([
  ['help', 'help', 'active', '💡'],
  ['a suggestion', 'prtao', 'active', '🤔'],
  ['the notice that a plan is needed', 'portão', 'canceled', '🔒'],
])('sends %s after the process dies at any write', async (_, text, status, sign) => {
  for (const { chat, later } of await dieEverywhere(text, { status })) {
    expect(later).toBe(200);
    expect(new Set(chat.texts().map((one) => one.slice(0, sign.length)))).toEqual(new Set([sign]));
    expect(chat.sentEvents).toEqual([]);
  }
});
