import type { OpenRunItem, ReceiptItem, ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import type { Run } from '#functions/data/triggers/trigger-item.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { closeRuns, type CloseRunsDeps } from '#functions/triggers/receipts/close-runs.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';
import { openMsOf } from '#shared/rules/execution/receipts.ts';

const triggerId = 'good-night';
const workspaceId = 7;

class Crash extends Error {}

/** Between 0 and 1. */
export type Random = () => number;

/** Small and repeatable. https://github.com/bryc/code/blob/master/jshash/PRNGs.md (mulberry32) */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Played = {
  runs: { id: string; reached: boolean; kept: Run | undefined }[];
  /** `of`: the run whose routine it confirms. */
  receipts: { id: string; at: number; of: string }[];
};

/**
 * Runs and receipts of one trigger in a random order of all their steps: processes die at any of them, directives come
 * twice, the history comes late, workers pair at once. At the end the clock passes, and what is left is closed.
 */
export async function playHistory(random: Random): Promise<Played> {
  const chance = (share: number): boolean => random() < share;
  const upTo = (most: number): number => Math.floor(random() * (most + 1));

  let at = Date.parse('2026-11-20T12:00:00.000Z');
  let mayCrash = true;
  const waiting: (() => void)[] = [];
  const gate = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const crashes = mayCrash && chance(0.02);
      waiting.push(() => (crashes ? reject(new Crash('The process died.')) : resolve()));
    });

  const openRuns = new Map<string, OpenRunItem>();
  const heard = new Map<string, ReceiptItem>();
  const history = new Map<string, Run>();
  const store: Pick<ReceiptStore, keyof CloseRunsDeps['receipts'] & keyof ReceiptStore> = {
    async standing() {
      await gate();
      const open = [...openRuns.values()];
      const receipts = [...heard.values()];
      await gate();
      return { open, receipts, history: new Map(open.flatMap(({ id }) => copyOf(history.get(id)))) };
    },
    ran: (item, receiptId, ranMs) => answer(item, { receiptId, ranMs }),
    shared: (item) => answer(item, { answer: 'shared' }),
    forget: async (_, receiptId) => {
      await gate();
      heard.delete(receiptId);
    },
    close: async ({ id }) => {
      await gate();
      openRuns.delete(id);
    },
    learn: gate,
    missed: gate,
    due: () =>
      Promise.resolve({ open: [...openRuns.values()].filter(({ until }) => until <= at).map((item) => ({ ...item })) }),
    find: async ({ id }) => {
      await gate();
      return history.get(id);
    },
  };
  const answer = async ({ id }: OpenRunItem, change: Partial<Run>): Promise<'done' | 'changed'> => {
    await gate();
    const kept = history.get(id);
    if (!kept || kept.ranMs !== undefined || kept.answer) return 'changed';
    history.set(id, { ...kept, ...change });
    return 'done';
  };
  const deps: CloseRunsDeps = {
    receipts: store,
    log: () => undefined,
    metrics: () => undefined,
    now: () => new Date(at),
  };

  const played: Played = { runs: [], receipts: [] };
  const going = new Set<Promise<void>>();
  const start = (work: () => Promise<void>): void => {
    const one = work()
      .catch((cause: unknown) => {
        if (!(cause instanceof Crash)) throw cause;
      })
      .finally(() => going.delete(one));
    going.add(one);
  };
  const wait = async (steps: number): Promise<void> => {
    for (let step = 0; step < steps; step += 1) await gate();
  };
  const pair = (): void => start(() => pairReceipts(deps, triggerId));

  const hear = (of: string): void => {
    const id = `receipt ${played.receipts.length}`;
    const times = chance(0.2) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      start(async () => {
        await wait(upTo(4));
        if (heard.has(id) || played.receipts.some((receipt) => receipt.id === id)) return;
        played.receipts.push({ id, at, of });
        heard.set(id, { id, at });
        await gate();
        pair();
      });
    }
  };

  const fire = (index: number): void =>
    start(async () => {
      await wait(upTo(12));
      const id = `run ${index}`;
      const startedAt = new Date(at).toISOString();
      const [openedAt, openMs] = [at, openMsOf([])];
      const told = { id, reached: false, kept: undefined };
      played.runs.push(told);
      await gate();
      openRuns.set(id, { triggerId, workspaceId, id, at: startedAt, openedAt, until: openedAt + openMs });
      await gate();
      const reached = chance(0.8);
      told.reached = reached;
      if (reached && chance(0.8)) hear(id);
      await wait(1 + upTo(3));
      const run: Run = {
        id,
        at: startedAt,
        channel: 'webhook',
        outcome: reached ? 'sent' : 'unavailable',
        ms: 200,
        stages: {},
        ...(reached && { openMs }),
      };
      // The stream repeats a batch whose worker died.
      start(async () => {
        await wait(upTo(chance(0.1) ? 12 : 2)).catch(() => undefined);
        if (!history.has(id)) history.set(id, run);
        for (let worked = false; !worked;) {
          worked = await pairReceipts(deps, triggerId).then(
            () => true,
            () => false,
          );
        }
      });
    });

  const settle = async (): Promise<void> => {
    while (going.size > 0) {
      const [next] = waiting.splice(upTo(waiting.length - 1), 1);
      at += chance(0.02) ? 20_000 : upTo(400);
      next?.();
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    }
  };

  const count = 1 + upTo(3);
  for (let index = 0; index < count; index += 1) fire(index);
  await settle();
  mayCrash = false;
  at += 3_600_000 / 2;
  start(() => closeRuns(deps, deadlineIn(deps.now, Number.MAX_SAFE_INTEGER)));
  await settle();
  for (const run of played.runs) run.kept = history.get(run.id);
  return played;
}

const copyOf = (run: Run | undefined): [string, Run][] => (run ? [[run.id, { ...run }]] : []);

/** What is wrong with a history, in words; empty when nothing is. */
export function faultsIn({ runs, receipts }: Played): string[] {
  const faults: string[] = [];
  const ran = runs.filter(({ kept }) => kept?.ranMs !== undefined);
  for (const { id, reached, kept } of ran) {
    const receipt = receipts.find((each) => each.id === kept?.receiptId);
    if (!reached) faults.push(`${id} ran, and was never sent`);
    if (receipt?.of !== id) faults.push(`${id} ran by the receipt of ${receipt?.of ?? 'nobody'}`);
  }
  if (new Set(ran.map(({ kept }) => kept?.receiptId)).size < ran.length) faults.push('one receipt answered two runs');
  for (const { id, of } of receipts) {
    const run = runs.find((each) => each.id === of);
    if (run?.kept && run.kept.ranMs === undefined && !run.kept.answer) faults.push(`${id} of ${of} was lost`);
  }
  return faults;
}
