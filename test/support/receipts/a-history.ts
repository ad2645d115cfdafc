import type { Run } from '#functions/data/items/trigger-item.ts';
import type {
  OpenRunItem,
  ReceiptItem,
  ReceiptStore,
  StandingReceipt,
} from '#functions/data/triggers/receipt-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { closeRuns, type CloseRunsDeps } from '#functions/triggers/receipts/close-runs.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';
import { candidateMsOf, timesWith, openMsOf } from '#shared/rules/execution/receipts.ts';

const triggerId = 'good-night';
const workspaceId = 7;

class Crash extends Error {}

/** Returns a number between 0 and 1. */
export type Random = () => number;

/** Small and reproducible. https://github.com/bryc/code/blob/master/jshash/PRNGs.md (mulberry32) */
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
  /** `keptAt` is when the history recorded the run. */
  runs: {
    id: string;
    openedAt: number;
    until: number;
    reached: boolean;
    keptAt: number | undefined;
    kept: Run | undefined;
  }[];
  /** The first arrival of each receipt. `of` is the confirmed run, or a placeholder if a user started the routine. */
  receipts: { id: string; at: number; of: string }[];
  /** Runs that were counted as unanswered. */
  misses: string[];
};

const minute = 60_000;
/** Recorded routines never take longer. */
const slowest = 10 * minute;

/**
 * Plays runs and receipts of one trigger with all their steps in random order. Runs start concurrently, processes die
 * at any step, and directives are repeated up to minutes later. The history is late, workers pair concurrently, and
 * times are recorded. The routine becomes slower, and users also start it themselves. The sweep runs every minute. At
 * the end, time passes and everything left is closed.
 */
export async function playHistory(random: Random): Promise<Played> {
  const chance = (share: number): boolean => random() < share;
  const upTo = (most: number): number => Math.floor(random() * (most + 1));

  let at = Date.parse('2026-11-20T12:00:00.000Z');
  let mayCrash = true;
  const waiting: { from: number; go: () => void }[] = [];
  const until = (from: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const crashes = mayCrash && chance(0.02);
      waiting.push({ from, go: () => (crashes ? reject(new Crash('The process died.')) : resolve()) });
    });
  const gate = (): Promise<void> => until(at);

  const openRuns = new Map<string, OpenRunItem>();
  const due = new Map<string, number>();
  const heard = new Map<string, ReceiptItem>();
  const done = new Set<string>();
  const history = new Map<string, Run>();
  const keptAt = new Map<string, number>();
  let times: number[] = chance(0.5) ? Array.from({ length: 5 }, () => 1000 + upTo(4000)) : [];
  let lastRanAt = 0;
  const store: Pick<ReceiptStore, keyof CloseRunsDeps['receipts'] & keyof ReceiptStore> = {
    async standing() {
      await gate();
      const open = [...openRuns.values()];
      const found = [...heard.values()];
      await gate();
      const receipts = found.map((receipt): StandingReceipt =>
        open.length > 0 && !receipt.among && done.has(receipt.id) ? { ...receipt, done: true } : receipt,
      );
      return { open, receipts, history: new Map(open.flatMap(({ id }) => copyOf(history.get(id)))) };
    },
    ran: (item, receiptId, ranMs) => answer(item, { receiptId, ranMs }),
    shared: (item) => answer(item, { answer: 'shared' }),
    forget: async (_, receiptId) => {
      await gate();
      done.add(receiptId);
      await gate();
      heard.delete(receiptId);
    },
    close: async ({ id }) => {
      await gate();
      openRuns.delete(id);
    },
    count: async (_, receiptId, among) => {
      await gate();
      const receipt = heard.get(receiptId);
      if (receipt) heard.set(receiptId, { ...receipt, among: among.map(({ id }) => id) });
    },
    complete: async (items, receiptIds) => {
      await gate();
      for (const { id } of items) openRuns.delete(id);
      for (const id of receiptIds) {
        done.add(id);
        heard.delete(id);
      }
    },
    learn: async (_, ranAt, ms) => {
      await gate();
      if (lastRanAt >= ranAt.getTime()) return;
      lastRanAt = ranAt.getTime();
      if (ms !== undefined) times = timesWith(times, ms);
    },
    waited: async ({ id }) => {
      await gate();
      setWaited(id);
    },
    missed: async ({ id }) => {
      await gate();
      const kept = history.get(id);
      if (!kept || kept.ranMs !== undefined || kept.answer || !setWaited(id)) return 'changed';
      played.misses.push(id);
      times = [];
      return { since: '2026-11-20T00:00:00.000Z', times, heard: 0, silent: 1 };
    },
    waitsNoMore: () => gate(),
    due: () =>
      Promise.resolve({
        open: [...openRuns.values()].filter(({ id }) => (due.get(id) ?? 0) <= at).map((item) => ({ ...item })),
      }),
    find: async ({ id }) => {
      await gate();
      return history.get(id);
    },
  };
  const setWaited = (id: string): boolean => {
    const item = openRuns.get(id);
    if (!item || item.waited) return false;
    openRuns.set(id, { ...item, waited: true });
    due.set(id, item.until);
    return true;
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
    countAnswer: () => gate(),
    log: () => undefined,
    metrics: () => undefined,
    now: () => new Date(at),
  };

  const count = 1 + upTo(chance(0.2) ? 9 : 3);
  const [spread, slower] = [[0, 5000, 4 * minute, 15 * minute][upTo(3)] ?? 0, upTo(slowest)];
  const slowFrom = chance(0.5) ? upTo(count) : count;
  let directives = 0;
  const played: Played = { runs: [], receipts: [], misses: [] };
  const going = new Set<Promise<void>>();
  const start = (work: () => Promise<unknown>): void => {
    const one = work()
      .then(() => undefined)
      .catch((cause: unknown) => {
        if (!(cause instanceof Crash)) throw cause;
      })
      .finally(() => going.delete(one));
    going.add(one);
  };
  const pass = async (steps: number): Promise<void> => {
    for (let step = 0; step < steps; step += 1) await gate();
  };
  const pair = (): void => start(() => pairReceipts(deps, triggerId));

  const hear = (of: string, from: number, last = Infinity): void => {
    directives += 1;
    const id = `receipt ${directives}`;
    const comes = [from];
    while (chance(0.2)) comes.push(from + upTo(chance(0.5) ? 1000 : slowest));
    for (const [time, comesAt] of comes.entries()) {
      start(async () => {
        await until(comesAt);
        await pass(upTo(4));
        const isFirst = !played.receipts.some((receipt) => receipt.id === id);
        if (heard.has(id) || (isFirst && (time > 0 || at > last))) return;
        if (isFirst) played.receipts.push({ id, at, of });
        heard.set(id, { id, at });
        await gate();
        pair();
      });
    }
  };

  const pace = (index: number): number => (index < slowFrom ? upTo(5000) : slower);
  const starts: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = starts.at(-1);
    starts.push(before !== undefined && chance(0.3) ? before : at + upTo(spread));
  }
  const fire = (index: number, from: number): void =>
    start(async () => {
      await until(from);
      await pass(upTo(12));
      const id = `run ${index}`;
      const startedAt = new Date(at).toISOString();
      const [openedAt, openMs] = [at, openMsOf(times)];
      const told = {
        id,
        openedAt,
        until: openedAt + candidateMsOf(openMs),
        reached: false,
        keptAt: undefined,
        kept: undefined,
      };
      played.runs.push(told);
      await gate();
      due.set(id, openedAt + openMs);
      openRuns.set(id, {
        triggerId,
        workspaceId,
        id,
        at: startedAt,
        openedAt,
        until: told.until,
      });
      await gate();
      const reached = chance(0.8);
      told.reached = reached;
      if (reached && chance(0.8)) hear(id, at + pace(index), openedAt + slowest);
      await pass(1 + upTo(3));
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
        await pass(upTo(chance(0.1) ? 12 : 2)).catch(() => undefined);
        if (!history.has(id)) keptAt.set(id, at);
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
      at = Math.max(at, Math.min(...waiting.map(({ from }) => from)));
      const ready = waiting.filter(({ from }) => from <= at);
      const next = ready[upTo(ready.length - 1)];
      if (next) waiting.splice(waiting.indexOf(next), 1);
      at += chance(0.02) ? 20_000 : upTo(400);
      next?.go();
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    }
  };

  const sweep = (): Promise<void> => closeRuns(deps, deadlineIn(deps.now, Number.MAX_SAFE_INTEGER));
  const sweepAt = (from: number): void =>
    start(async () => {
      await until(from);
      await sweep();
    });
  for (const [index, from] of starts.entries()) fire(index, from);
  for (let passed = minute; passed <= spread + slowest; passed += minute) sweepAt(at + passed);
  if (chance(0.3)) hear('nobody', at + upTo(spread + 10_000));
  await settle();
  mayCrash = false;
  at += 30 * minute;
  start(sweep);
  await settle();
  const runs = played.runs.map((run) => ({ ...run, keptAt: keptAt.get(run.id), kept: history.get(run.id) }));
  return { ...played, runs };
}

const copyOf = (run: Run | undefined): [string, Run][] => (run ? [[run.id, { ...run }]] : []);

/** Returns a message for each fault of a history. */
export function faultsIn({ runs, receipts, misses }: Played): string[] {
  const faults: string[] = [];
  // A receipt without a run may answer an open run or be counted among several. Their own receipt may then answer the
  // next run, which cannot be detected.
  const isStray = (of: string | undefined, seen: readonly (string | undefined)[] = []): boolean => {
    const run = runs.find(({ id }) => id === of);
    const by = receipts.find(({ id }) => id === run?.kept?.receiptId)?.of;
    const counted = run?.kept?.answer === 'shared' && receipts.some((receipt) => receipt.of === 'nobody');
    const other = by !== undefined && by !== of && !seen.includes(of) && isStray(by, [...seen, of]);
    return of === 'nobody' || counted || other;
  };
  const ran = runs.filter(({ kept }) => kept?.ranMs !== undefined);
  for (const { id, reached, kept } of ran) {
    const receipt = receipts.find((each) => each.id === kept?.receiptId);
    if (!reached) faults.push(`${id} ran, and was never sent`);
    if (receipt?.of !== id && !isStray(receipt?.of)) faults.push(`${id} ran by the receipt of ${receipt?.of}`);
  }
  if (new Set(ran.map(({ kept }) => kept?.receiptId)).size < ran.length) faults.push('one receipt answered two runs');
  for (const id of aloneIn({ runs, receipts })) {
    if (!ran.some((run) => run.id === id)) faults.push(`${id} was alone with its receipt, and did not run`);
  }
  for (const { id, of } of receipts) {
    const run = runs.find((each) => each.id === of);
    if (run?.kept && run.kept.ranMs === undefined && !run.kept.answer) faults.push(`${id} of ${of} was lost`);
  }
  for (const { id, kept } of runs) {
    const isSilent = kept?.openMs !== undefined && kept.ranMs === undefined && !kept.answer;
    const counted = misses.filter((missed) => missed === id).length;
    if (counted > 1 || (isSilent && counted === 0)) faults.push(`${id} was counted as missed ${counted} times`);
  }
  return faults;
}

/**
 * Runs whose receipt is unambiguous. It was the first to arrive while they were open. All other possible runs were
 * known to be unsent, or already confirmed by an earlier receipt.
 */
export function aloneIn({ runs, receipts }: Pick<Played, 'runs' | 'receipts'>): string[] {
  const heardAt = (id: string | undefined): number => receipts.find((receipt) => receipt.id === id)?.at ?? Infinity;
  return receipts.flatMap(({ id, at, of }) => {
    const run = runs.find((each) => each.id === of);
    if (!run?.kept || receipts.some((other) => other.id !== id && run.openedAt <= other.at && other.at <= at))
      return [];
    const others = runs.filter((other) => other !== run && other.openedAt <= at && at <= other.until);
    const isOver = ({ reached, keptAt = Infinity, kept }: (typeof runs)[number]): boolean =>
      keptAt <= at && (!reached || heardAt(kept?.receiptId) < run.openedAt);
    return others.every(isOver) ? [run.id] : [];
  });
}
