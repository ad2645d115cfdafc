import { describe, expect, test } from 'vitest';

import type { SendOutcome } from '#functions/alexa/events/send-to-gateway.ts';
import type { OutboxEntry } from '#functions/data/outbox/outbox-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { aLinkedWorkspace } from '#test/support/worlds/a-linked-workspace.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';

import { closeContact, closeContacts } from './close-contact.ts';

const openSince = Date.parse('2026-11-20T12:00:00.000Z');
const sender = aTrigger({ starter: 'contact-sensor', openSince });
const before = { ...sender, openSince: undefined };

function aSender(...outcomes: (SendOutcome | Error)[]) {
  let clock = openSince + 120;
  const heard: string[] = [];
  const reachable: boolean[] = [];
  const closed: number[] = [];
  const queued: OutboxEntry[] = [];
  const pauses: number[] = [];
  let kept: typeof sender | undefined = sender;
  const deps = {
    runs: { closed: (_: number, __: string, since: number) => Promise.resolve(void closed.push(since)) },
    send: (_: number, build: (token: string) => object) => {
      const message = JSON.stringify(build('token'));
      heard.push(/"value":"(NOT_)?DETECTED"/.exec(message)?.[0] ?? '');
      reachable.push(!message.includes('UNREACHABLE'));
      const outcome = outcomes.shift() ?? 'sent';
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve({ outcome });
    },
    outbox: { add: (entry: OutboxEntry) => Promise.resolve(queued.push(entry)).then(() => 'done' as const) },
    workspaces: { find: () => Promise.resolve(aLinkedWorkspace()) },
    triggers: { find: () => Promise.resolve(kept) },
    now: () => new Date(clock),
    newId: () => 'id',
    pause: (ms: number) => {
      pauses.push(ms);
      clock += ms;
      return Promise.resolve();
    },
  };
  return {
    deps,
    heard,
    reachable,
    closed,
    queued,
    pauses,
    keep: (next: typeof sender | undefined) => void (kept = next),
  };
}
const deadline = deadlineIn(() => new Date(openSince), 60_000);
const entry = { topic: 'closeContact', workspaceId: 7, triggerId: sender.id, openSince } as const;

describe('after a run', () => {
  test('closes the contact one second after it opened', async () => {
    const { deps, heard, closed, pauses } = aSender();
    expect(await closeContact(deps, { before, after: sender }, deadline)).toBe('closed');
    // The image has no run, so the second counts from `openSince`.
    expect(pauses).toEqual([880]);
    expect(heard).toEqual(['"value":"NOT_DETECTED"']);
    expect(closed).toEqual([openSince]);
  });

  test('counts the second from when Amazon accepted the event, not from when the run started', async () => {
    const run = {
      id: 'r',
      at: '2026-11-20T12:00:00.000Z',
      channel: 'webhook',
      outcome: 'sent',
      ms: 100,
      stages: {},
    } as const;
    const { deps, pauses } = aSender();
    await closeContact(deps, { before, after: { ...sender, run } }, deadline);
    expect(pauses).toEqual([980]);
  });

  test('counts the second for a run that a newer one has overtaken', async () => {
    const overtaken = { id: 'r', at: '2026-11-20T12:00:00.000Z', channel: 'webhook', outcome: 'sent' } as const;
    const run = { ...overtaken, id: 'newer', at: '2026-11-20T12:00:00.030Z', ms: 40, stages: {} };
    const { deps, pauses } = aSender();
    const after = { ...sender, run, overtaken: { ...overtaken, ms: 100, stages: {} } };
    await closeContact(deps, { before: { ...before, run }, after }, deadline);
    expect(pauses).toEqual([980]);
  });

  test('closes a trigger that was switched off in that second without reporting it as reachable', async () => {
    const { deps, heard, reachable, keep } = aSender();
    keep({ ...sender, enabled: false });
    expect(await closeContact(deps, { before, after: sender }, deadline)).toBe('closed');
    expect([heard, reachable]).toEqual([['"value":"NOT_DETECTED"'], [false]]);
  });

  test('does nothing when the trigger was deleted in that second', async () => {
    const { deps, heard, queued, keep } = aSender();
    keep(undefined);
    expect(await closeContact(deps, { before, after: sender }, deadline)).toBe('nothingToDo');
    expect([heard, queued]).toEqual([[], []]);
  });

  test.each([
    ['a change without a new run', sender, { ...sender, name: 'Other' }],
    ['a trigger without a contact', before, before],
  ])('does nothing for %s', async (_, was, after) => {
    const { deps, heard } = aSender();
    expect(await closeContact(deps, { before: was, after }, deadline)).toBe('nothingToDo');
    expect(heard).toEqual([]);
  });

  test.each(['throttled', 'unavailable', 'unknown', new Error('the table is down')] as const)(
    'queues a retry after %s',
    async (outcome) => {
      const { deps, closed, queued } = aSender(outcome);
      expect(await closeContact(deps, { before, after: sender }, deadline)).toBe('queued');
      expect(queued).toEqual([entry]);
      expect(closed).toEqual([]);
    },
  );
});

describe('retries', () => {
  test('closes the contact by a retry', async () => {
    const { deps, heard, closed } = aSender();
    expect(await closeContacts(deps, [entry], deadline)).toEqual({ outcome: 'done', writes: [] });
    expect(heard).toEqual(['"value":"NOT_DETECTED"']);
    expect(closed).toEqual([openSince]);
  });

  test.each(['throttled', 'unavailable', 'unknown'] as const)('retries again after %s', async (outcome) => {
    const { deps } = aSender(outcome);
    expect(await closeContacts(deps, [entry], deadline)).toEqual({ outcome: 'retry', failure: outcome });
  });

  test.each(['skillNotEnabled', 'grantRevoked', 'reinstallSkill', 'malformed'] as const)(
    'stops retrying when the skill receives no reports: %s',
    async (outcome) => {
      const { deps, closed } = aSender(outcome);
      expect((await closeContacts(deps, [entry], deadline)).outcome).toBe('done');
      expect(closed).toEqual([]);
    },
  );

  test.each([
    ['a later run opened it again', aTrigger({ starter: 'contact-sensor', openSince: openSince + 5 })],
    ['it is closed by now', aTrigger({ starter: 'contact-sensor' })],
    ['the trigger is gone', undefined],
  ])('skips the retry when %s', async (_, kept) => {
    const { deps, heard, keep } = aSender();
    keep(kept);
    expect((await closeContacts(deps, [entry], deadline)).outcome).toBe('done');
    expect(heard).toEqual([]);
  });
});
