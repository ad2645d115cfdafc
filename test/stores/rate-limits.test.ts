import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createPermitStore } from '#functions/data/triggers/permit-store.ts';
import { webhook } from '#functions/wiring/webhook.ts';
import { tapsPerMinute } from '#shared/rules/access-keys.ts';

import { aCountedTable, type Call } from '../support/worlds/a-counted-table.ts';
import { anEvent } from '../support/worlds/an-event.ts';
import { testWorld } from '../support/worlds/test-world.ts';
import { anAccessKeyHome, workspaceId, type AccessKeyHome } from './access-keys/an-access-key-home.ts';

const minuteMs = 60_000;
const limits = { RUNS_PER_MINUTE: '30', WORKSPACE_RUNS_PER_MINUTE: '45' };

let home: AccessKeyHome;
let token: string;
let triggers: string[] = [];

beforeAll(async () => {
  home = await anAccessKeyHome();
  ({ secret: token } = await home.give());
  const more = ['Um', 'Dois', 'Tres', 'Quatro'].map((name) => home.addTrigger(`Luz ${name}`));
  triggers = [home.trigger, ...(await Promise.all(more))].map(({ id }) => id);
});

/** Each test runs in its own minute. */
beforeEach(() => {
  home.clock.pass(minuteMs);
  home.sent.events = 0;
});

const counted = (outcomes: readonly string[]) =>
  Object.fromEntries([...new Set(outcomes)].map((each) => [each, outcomes.filter((one) => one === each).length]));

/** Processes that serve one request at a time, as Lambda's do. */
async function byWorkers(count: number, targets: readonly string[], table = home.table): Promise<string[]> {
  const waiting = [...targets];
  const work = async (): Promise<string[]> => {
    const { fire } = home.worker(table, limits);
    const outcomes: string[] = [];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) outcomes.push(await fire(token, next));
    return outcomes;
  };
  return (await Promise.all(Array.from({ length: count }, work))).flat();
}

const first = (): string => triggers[0] ?? '';
const times = (count: number, of: readonly string[]): string[] =>
  Array.from({ length: count }, (_, index) => of[index % of.length] ?? '');

async function toldInMinute() {
  const { runs } = await createExecutionStore(home.table, home.clock.now).list(first());
  const minute = home.clock.now().toISOString().slice(0, 16);
  return runs.filter(({ at }) => at.startsWith(minute));
}

describe('the limit of a trigger', () => {
  test.each([4, 200])(
    'lets exactly thirty of 200 calls pass that %s workers serve',
    { tags: 'threat-flood' },
    async (workers) => {
      expect(counted(await byWorkers(workers, times(200, [first()])))).toEqual({ sent: 30, tooMany: 170 });
      expect(home.sent.events).toBe(30);
    },
  );

  test('lets exactly thirty of sixty concurrent calls to one process pass, and thirty more in the next minute', async () => {
    const { fire } = home.worker(home.table, limits);
    for (let minute = 1; minute <= 2; minute += 1) {
      const outcomes = await Promise.all(times(60, [first()]).map((id) => fire(token, id)));
      expect(counted(outcomes)).toEqual({ sent: 30, tooMany: 30 });
      home.clock.pass(minuteMs);
    }
    expect(home.sent.events).toBe(60);
  });

  test('counts runs that Alexa did not accept', async () => {
    const { fire } = home.worker(home.table, limits);
    home.sent.outcome = 'unavailable';
    for (let run = 0; run < 30; run += 1) expect(await fire(token, first())).toBe('unavailable');
    home.sent.outcome = 'sent';
    expect(await fire(token, first())).toBe('tooMany');
  });

  test('does not count taps that the guest limit refuses, and stores them in the history', async () => {
    const { secret: pass } = await home.give({ name: 'Courier', page: true, triggers: [first()] });
    const { tap, fire } = home.worker(home.table, limits);
    const taps: string[] = [];
    for (let count = 0; count < 35; count += 1) taps.push(await tap(pass));
    expect(counted(taps)).toEqual({ sent: tapsPerMinute, tooMany: 25 });
    expect(await fire(token, first())).toBe('sent');
    const refused = (await toldInMinute()).filter(({ outcome }) => outcome === 'tooMany');
    expect(refused).toMatchObject([{ who: 'Courier', times: 25 }]);
  });
});

describe('refusals by a limit', () => {
  test('stores one item per minute in the history, however many refusals there were', async () => {
    await byWorkers(4, times(100, [first()]));
    expect((await toldInMinute()).filter(({ outcome }) => outcome === 'tooMany')).toMatchObject([
      { times: 70, who: 'Hubitat' },
    ]);
  });

  test('writes one unit per refusal, and one more in a process other than that of the last permit', async () => {
    const counting = aCountedTable(home.table);
    const { fire } = home.worker(counting.table, limits);
    const other = home.worker(counting.table, limits);
    for (let run = 0; run < 30; run += 1) await fire(token, first());
    const writes = async (by: typeof fire, once?: string): Promise<Call[]> => {
      counting.take();
      expect(await by(token, first(), once)).toBe('tooMany');
      return counting.take().filter(({ call }) => call !== 'GetItem' && call !== 'BatchGetItem');
    };
    expect(await writes(fire)).toMatchObject([{ units: 1 }]);
    expect(await writes(fire, 'with an Idempotency-Key')).toMatchObject([{ units: 1 }]);
    expect(await writes(other.fire)).toMatchObject([{ units: 1 }, { units: 1 }]);
    expect(await writes(other.fire)).toMatchObject([{ units: 1 }]);
  });

  test('writes one unit per refused voice run in a process that has seen the limit reached', async () => {
    const counting = aCountedTable(home.table);
    const { fire, switchLanguage } = home.worker(counting.table, limits);
    for (let run = 0; run < 30; run += 1) await fire(token, first());
    const writes = async (by: typeof switchLanguage, messageId: string) => {
      counting.take();
      expect(await by(first(), messageId)).toBe('tooMany');
      return counting.take().filter(({ call }) => call !== 'GetItem' && call !== 'BatchGetItem');
    };
    // Voice runs within three seconds of a run are echoes.
    home.clock.pass(4_000);
    expect(await writes(switchLanguage, 'one')).toMatchObject([{ call: 'UpdateItem', units: 1 }]);
    expect(await writes(switchLanguage, 'two')).toMatchObject([{ call: 'UpdateItem', units: 1 }]);
    // Guard and claim are put and deleted, around the refused permit and the history.
    const other = home.worker(counting.table, limits);
    expect(await writes(other.switchLanguage, 'three')).toHaveLength(6);
    expect(await writes(other.switchLanguage, 'four')).toHaveLength(1);
    home.clock.pass(minuteMs - 4_000);
  });

  test('writes more units for the first refusal in a process with an Idempotency-Key and with counted uses', async () => {
    const { secret: limited } = await home.give({ name: 'Courier', uses: 5 });
    const counting = aCountedTable(home.table);
    const { fire } = home.worker(counting.table, limits);
    for (let run = 0; run < 30; run += 1) await fire(token, first());
    const units = async (by: typeof fire, secret: string, once?: string) => {
      counting.take();
      expect(await by(secret, first(), once)).toBe('tooMany');
      const writes = counting.take().filter(({ call }) => call !== 'GetItem' && call !== 'BatchGetItem');
      return writes.reduce((sum, each) => sum + each.units, 0);
    };
    const workers = [1, 2, 3].map(() => home.worker(counting.table, limits).fire);
    const [byToken = fire, byKey = fire, byUses = fire] = workers;
    expect([await units(byToken, token), await units(byToken, token)]).toEqual([2, 1]);
    expect([await units(byKey, token, 'one'), await units(byKey, token, 'two')]).toEqual([4, 1]);
    expect([await units(byUses, limited, 'one'), await units(byUses, limited, 'two')]).toEqual([6, 1]);
  });
});

test.each([4, 200])(
  'writes 170 units for 170 refusals, and at most one more for each of %s workers',
  async (workers) => {
    const counting = aCountedTable(home.table);
    expect(counted(await byWorkers(workers, times(200, [first()]), counting.table))).toEqual({
      sent: 30,
      tooMany: 170,
    });
    const writes = counting.take().filter(({ call }) => call !== 'GetItem' && call !== 'BatchGetItem');
    const units = writes.reduce((sum, each) => sum + each.units, 0);
    // A run has its permit and its record.
    const ofRefusals = units - 30 * 2;
    expect(ofRefusals).toBeGreaterThanOrEqual(170);
    expect(ofRefusals).toBeLessThanOrEqual(170 + workers);
  },
);

test('writes one unit per permit, even with sixty triggers in a minute', async () => {
  const counting = aCountedTable(home.table);
  const permits = createPermitStore(counting.table);
  const limited = { runsPerMinute: 30, permitsPerMinute: 120 };
  for (let made = 0; made < 60; made += 1) {
    const place = { workspaceId: 281_474_976_700_000, triggerId: crypto.randomUUID(), minute: 29_400_000 };
    for (let run = 0; run < 2; run += 1) expect((await permits.take(place, limited)).outcome).toBe('taken');
  }
  expect(new Set(counting.take().map(({ units }) => units))).toEqual(new Set([1]));
});

/** Holds the start and the answer of each call to the table until the scheduler releases it. */
function interleaved({ doc, name }: Table, scheduler: fc.Scheduler): Table {
  const turn = (): Promise<void> => scheduler.schedule(Promise.resolve());
  const waiting = new Proxy(doc, {
    get(target, property, receiver) {
      if (property !== 'send') return Reflect.get(target, property, receiver);
      return async (command: Parameters<typeof target.send>[0]) => {
        await turn();
        try {
          return await target.send(command);
        } finally {
          await turn();
        }
      };
    },
  });
  return { name, doc: waiting };
}

test('grants exactly the permits of each minute, and none after a refusal, in any interleaving of four processes', async () => {
  const someCalls = fc.array(fc.record({ worker: fc.nat(3), trigger: fc.nat(2), minute: fc.nat(1) }), {
    minLength: 1,
    maxLength: 30,
  });
  const someLimits = fc.record({
    runsPerMinute: fc.integer({ min: 1, max: 5 }),
    permitsPerMinute: fc.integer({ min: 1, max: 9 }),
  });
  let workspaces = 281_474_976_600_000;
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), someCalls, someLimits, async (scheduler, calls, given) => {
      const own = { workspaceId: (workspaces += 1) };
      const full = new Set<string>();
      const work = async (worker: number) => {
        const permits = createPermitStore(interleaved(home.table, scheduler));
        const made: { minute: number; trigger: number; taken: boolean; wasFull: boolean }[] = [];
        for (const { trigger, minute } of calls.filter((call) => call.worker === worker)) {
          const place = { ...own, triggerId: `trigger-${trigger}`, minute: 29_400_000 + minute };
          const wasFull = full.has(`${minute} ${trigger}`) || full.has(`${minute}`);
          const { outcome } = await permits.take(place, given);
          if (outcome === 'tooMany') full.add(`${minute} ${trigger}`);
          if (outcome === 'workspaceTooMany') full.add(`${minute}`);
          made.push({ minute, trigger, taken: outcome === 'taken', wasFull });
        }
        return made;
      };
      const ends = (await scheduler.waitFor(Promise.all([0, 1, 2, 3].map(work)))).flat();
      expect(ends.filter(({ taken, wasFull }) => taken && wasFull)).toEqual([]);
      for (const minute of [0, 1]) {
        const asked = [0, 1, 2].map((trigger) =>
          ends.filter((end) => end.minute === minute && end.trigger === trigger),
        );
        const passed = asked.map((of) => of.filter(({ taken }) => taken).length);
        const wanted = asked.map(({ length }) => Math.min(length, given.runsPerMinute));
        const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
        passed.forEach((count, trigger) => expect(count).toBeLessThanOrEqual(wanted[trigger] ?? 0));
        expect(sum(passed)).toBe(Math.min(sum(wanted), given.permitsPerMinute));
      }
    }),
    { numRuns: 60 },
  );
});

describe('the limit of a workspace', () => {
  test.each([4, 200])(
    'allows exactly 45 of 200 calls that %s workers serve',
    { tags: 'threat-flood' },
    async (workers) => {
      expect(counted(await byWorkers(workers, times(200, triggers)))).toEqual({ sent: 45, workspaceTooMany: 155 });
      expect(home.sent.events).toBe(45);
    },
  );

  test('does not count calls that the limit of a trigger refuses', async () => {
    await byWorkers(4, times(100, [first()]));
    const { fire } = home.worker(home.table, limits);
    const others = await Promise.all(times(20, triggers.slice(1)).map((id) => fire(token, id)));
    expect(counted(others)).toEqual({ sent: 15, workspaceTooMany: 5 });
  });

  test('writes one unit per refused trigger in a process that has seen the limit of the workspace reached', async () => {
    const counting = aCountedTable(home.table);
    const { fire } = home.worker(counting.table, { ...limits, WORKSPACE_RUNS_PER_MINUTE: '2' });
    for (let run = 0; run < 2; run += 1) expect(await fire(token, first())).toBe('sent');
    for (const id of triggers.slice(1)) {
      counting.take();
      expect(await fire(token, id)).toBe('workspaceTooMany');
      expect(counting.take().filter(({ call }) => !call.endsWith('GetItem'))).toMatchObject([{ units: 1 }]);
    }
  });
});

test('reports in the headers of a webhook how often its trigger and its workspace may still run', async () => {
  const settings = { RUNS_PER_MINUTE: '30', WORKSPACE_RUNS_PER_MINUTE: '2' };
  const answer = webhook(testWorld({ table: home.table, now: home.clock.now, settings }));
  const params = { workspaceId: String(workspaceId), deviceId: home.trigger.deviceId };
  const call = async (query: Record<string, string> = {}) => {
    const route = 'POST /trigger/{workspaceId}/{deviceId}';
    const { headers = {} } = await answer(anEvent({ route, params, query: { token, ...query } }));
    return [headers['ratelimit-policy'], headers['ratelimit']];
  };
  // Each test starts at the beginning of a minute.
  const policy = '"trigger";q=30;w=60, "workspace";q=2;w=60';
  expect(await call()).toEqual([policy, '"trigger";r=29;t=60, "workspace";r=1;t=60']);
  expect(await call({ dryRun: '1' })).toEqual([undefined, undefined]);
  expect(await call()).toEqual([policy, '"trigger";r=28;t=60, "workspace";r=0;t=60']);
  expect(await call()).toEqual([policy, '"trigger";r=28;t=60, "workspace";r=0;t=60']);
});
