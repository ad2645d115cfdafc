import { describe, expect, test } from 'vitest';

import type { StreamChange } from '#functions/data/stream-record.ts';
import { sweep } from '#functions/outbox/sweep.ts';
import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';

import { cleaningSteps, cleanUp } from './clean-up.ts';
import { runJob } from './jobs.ts';
import { processBatch, type StreamDeps } from './stream-batch.ts';

const inserted = (pk: string, id: string): StreamChange => ({
  kind: 'INSERT',
  key: { pk, sk: `OUTBOX#2026-11-20T12:00:00.000Z#${id}` },
  before: undefined,
  after: {},
});
const aRun = {
  id: 'run',
  at: '2026-11-20T12:00:00.000Z',
  channel: 'webhook',
  outcome: 'sent',
  ms: 120,
  stages: {},
} as const;
const ran = (id: string): StreamChange => ({
  kind: 'MODIFY',
  key: { pk: 'W#7', sk: `TRIGGER#${id}` },
  before: { ...aTrigger({ id }) },
  after: { ...aTrigger({ id, run: aRun }) },
});

function aWorker(overrides: Partial<StreamDeps> = {}) {
  const worked: string[] = [];
  const kept: unknown[] = [];
  const counted: string[] = [];
  const looks: string[] = [];
  const paired: string[] = [];
  const events: string[] = [];
  const warm: string[] = [];
  const deps: StreamDeps = {
    processPartition: (partition) => Promise.resolve(worked.push(partition)).then(() => 'done'),
    keepHistory: ({ after: { id, workspaceId } }) => {
      kept.push(id);
      return Promise.resolve(id === 'kept before' ? undefined : { ...aRun, id, workspaceId });
    },
    pairReceipts: (triggerId) => Promise.resolve(void paired.push(triggerId)),
    queueLook: ({ id }) => Promise.resolve(void looks.push(id)),
    countRuns: (runs) => Promise.resolve(void counted.push(...runs.map(({ id }) => id))),
    keepWarm: ({ id }) => Promise.resolve(void warm.push(id)),
    closeContact: () => Promise.resolve('nothingToDo'),
    log: (event) => void events.push(event),
    ...overrides,
  };
  return {
    hear: (...changes: StreamChange[]) =>
      processBatch(
        deps,
        changes,
        deadlineIn(() => new Date(0), 1000),
      ),
    worked,
    kept,
    counted,
    paired,
    looks,
    warm,
    events,
  };
}

describe('stream batch', () => {
  test('processes each partition once and stores every run', async () => {
    const { hear, worked, kept } = aWorker();
    await hear(inserted('A#ana', '1'), ran('one'), inserted('A#ana', '2'), inserted('W#7', '3'), ran('two'));
    expect(worked).toEqual(['A#ana', 'W#7']);
    expect(kept).toEqual(['one', 'two']);
  });

  test('counts each run once for the status when the batch is repeated', async () => {
    const { hear, counted } = aWorker();
    await hear(ran('one'), ran('kept before'), ran('two'));
    expect(counted).toEqual(['one', 'two']);
  });

  test('continues when the status cannot be counted', async () => {
    const { hear, kept, worked, events } = aWorker({ countRuns: () => Promise.reject(new Error('busy')) });
    await hear(ran('one'), inserted('A#ana', '1'));
    expect([kept, worked, events]).toEqual([['one'], ['A#ana'], ['status.notCounted']]);
  });

  test('notes the last run of a workspace, so that its token is renewed ahead', async () => {
    const { hear, warm } = aWorker();
    await hear(ran('one'), ran('two'));
    await hear(ran('kept before'));
    expect(warm).toEqual(['two']);
  });

  test('continues when a run cannot be noted for its token', async () => {
    const { hear, worked, events } = aWorker({ keepWarm: () => Promise.reject(new Error('busy')) });
    await hear(ran('one'), inserted('A#ana', '1'));
    expect([worked, events]).toEqual([['A#ana'], ['tokens.runNotNoted']]);
  });

  test('does not fail when a partition or a contact fails', async () => {
    const failing = () => Promise.reject(new Error('no'));
    const { hear, kept, events } = aWorker({ processPartition: failing, closeContact: failing });
    await hear(inserted('A#ana', '1'), ran('one'));
    expect(kept).toEqual(['one']);
    expect(events).toEqual(['outbox.failed', 'outbox.failed']);
  });

  test('ignores changes of other items', async () => {
    const { hear, kept } = aWorker();
    await hear({ ...ran('one'), after: { type: 'workspace', run: aRun } });
    expect(kept).toEqual([]);
  });

  test('parses a changed trigger once', async () => {
    const { hear } = aWorker();
    const read: (string | symbol)[] = [];
    const change = ran('one');
    const after = new Proxy<Record<string, unknown>>(change.after ?? {}, {
      get: (item, name) => {
        read.push(name);
        return Reflect.get(item, name);
      },
    });
    await hear({ ...change, after });
    expect(read.filter((name) => name === 'link')).toHaveLength(1);
  });

  test('does all other work and then fails when a run cannot be stored', async () => {
    const { hear, worked } = aWorker({ keepHistory: () => Promise.reject(new Error('busy')) });
    await expect(hear(ran('one'), inserted('A#ana', '1'))).rejects.toThrow('Some runs could not be kept.');
    expect(worked).toEqual(['A#ana']);
  });
});

describe('sweep', () => {
  const now = (): Date => new Date(0);
  const pages = [
    { partitions: ['A#one', 'A#two'], items: 3, since: new Date(-90_000), next: { from: 'there' } },
    { partitions: ['A#two', 'A#three'], items: 2, since: new Date(-1_000) },
  ];
  const due = (_: Date, from?: object) => Promise.resolve(pages[from ? 1 : 0] ?? { partitions: [], items: 0 });
  const metrics = () => undefined;

  test('processes each partition of all pages once and continues after a failure', async () => {
    const worked: string[] = [];
    const processPartition = (partition: string): Promise<'done'> => {
      worked.push(partition);
      return partition === 'A#one' ? Promise.reject(new Error('no')) : Promise.resolve('done');
    };
    await sweep(
      { outbox: { due }, processPartition: processPartition, log: () => undefined, metrics, now },
      deadlineIn(now, 60_000),
    );
    expect(worked).toEqual(['A#one', 'A#two', 'A#three']);
  });

  test('counts due entries and the lateness of the oldest one', async () => {
    const counted: object[] = [];
    const processPartition = (): Promise<'done'> => Promise.resolve('done');
    const count = (values: object, by: object): void => void counted.push({ ...values, ...by });
    await sweep(
      { outbox: { due }, processPartition: processPartition, log: () => undefined, metrics: count, now },
      deadlineIn(now, 60_000),
    );
    expect(counted).toEqual([{ OutboxDue: 5, OutboxLateSeconds: 90, job: 'sweep' }]);
  });

  test('starts no work shortly before the deadline', async () => {
    const worked: string[] = [];
    const processPartition = (partition: string): Promise<'done'> =>
      Promise.resolve(worked.push(partition)).then(() => 'done');
    await sweep(
      { outbox: { due }, processPartition: processPartition, log: () => undefined, metrics, now },
      deadlineIn(now, 4_000),
    );
    expect(worked).toEqual([]);
  });
});

describe('cleaning up', () => {
  const entry = { topic: 'cleanUp', workspaceId: 7, link: 1 } as const;

  test('lists each cleaning step once', () => {
    const names = cleaningSteps.map(({ name }) => name);
    expect(names).toEqual([
      'triggers',
      'triggerTexts',
      'triggerNames',
      'plannedRuns',
      'number',
      'groups',
      'subscription',
    ]);
  });

  test('stops at a step that needs a retry and returns its name', async () => {
    const done: string[] = [];
    const step = (name: string, outcome: 'done' | 'retry') => ({
      name,
      run: () => Promise.resolve(done.push(name)).then(() => outcome),
    });
    const steps = [step('first', 'done'), step('line', 'retry'), step('last', 'done')];
    expect(
      await cleanUp(
        {},
        [entry],
        deadlineIn(() => new Date(0), 1000),
        steps,
      ),
    ).toEqual({
      outcome: 'retry',
      failure: 'line',
    });
    expect(done).toEqual(['first', 'line']);
  });
});

test('runs the scheduled job and throws for an unknown one', async () => {
  const done: [string, number][] = [];
  const within = (ms: number) => deadlineIn(() => new Date(0), ms);
  const job = (name: string) => (deadline: Deadline) => Promise.resolve(done.push([name, deadline.left()]));
  const jobs = {
    sweep: job('sweep'),
    watchChannels: job('watchChannels'),
    checkGrants: job('checkGrants'),
    reseal: job('reseal'),
  };
  await runJob(jobs, { job: 'sweep' }, within(42));
  await runJob(jobs, { job: 'checkGrants' }, within(43));
  expect(done).toEqual([
    ['sweep', 42],
    ['checkGrants', 43],
  ]);
  await expect(runJob(jobs, { job: 'dance' }, within(42))).rejects.toThrow('job');
});
