import type { Outcome } from './outcomes.ts';

/** How a run was answered. Receipts name no run, so a receipt is `shared` if several runs were open. */
export const answers = ['ran', 'shared', 'awaited', 'none'] as const;
export type Answer = (typeof answers)[number];

/** The wait until enough receipts are recorded. Receipts are also matched to runs at least this long. */
const learningMs = 600_000;
const leastOpenMs = 60_000;
export const learntFrom = 5;

/** Median of recent receipt times in ms; undefined without any. */
export function typicalMs(times: readonly number[]): number | undefined {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** How long a run waits for an answer, in ms. */
export function openMsOf(times: readonly number[]): number {
  const typical = typicalMs(times);
  return openMsFor(times.length < learntFrom ? undefined : typical);
}

/** `typical` is in ms; undefined until enough receipts are recorded. */
export const openMsFor = (typical: number | undefined): number =>
  typical === undefined ? learningMs : Math.max(leastOpenMs, 3 * typical);

/** How long a receipt can belong to an unanswered run, in ms. A routine may be slower than recorded. */
export const candidateMsOf = (openMs: number): number => Math.max(learningMs, openMs);

/** Returns the recent times including `ms`, or only `ms` if the answer took longer than the wait. */
export const timesWith = (times: readonly number[], ms: number): number[] =>
  ms > openMsOf(times) ? [ms] : [...times, ms].slice(-learntFrom);

/** The usual duration of a routine in ms, and since when recent answers have been much slower. */
export type Pace = { usualMs?: number | undefined; slowSince?: string | undefined };

const slowTimes = 3;
const judgedBy = 3;
/** Faster routines are never reported as slow. */
const slowFromMs = 5_000;
/** After this long, the slower time counts as usual. */
const slowForMs = 7 * 86_400_000;

/**
 * `times` includes the answer at `ranAt`. `usualMs` follows slowly and does not change while the routine is much
 * slower.
 */
export function paceAfter({ usualMs, slowSince }: Pace, times: readonly number[], ranAt: Date): Pace {
  const typical = typicalMs(times);
  const recent = times.length < judgedBy ? undefined : typicalMs(times.slice(-judgedBy));
  if (typical === undefined || recent === undefined) return { usualMs, slowSince };
  if (usualMs === undefined) return times.length < learntFrom ? {} : { usualMs: typical };
  if (recent < Math.max(slowFromMs, slowTimes * usualMs)) {
    return { usualMs: times.length < learntFrom ? usualMs : Math.round((9 * usualMs + typical) / 10) };
  }
  const isUsualNow = slowSince !== undefined && ranAt.getTime() - Date.parse(slowSince) >= slowForMs;
  return isUsualNow ? { usualMs: typical } : { usualMs, slowSince: slowSince ?? ranAt.toISOString() };
}

const steadyFrom = 20;

/**
 * Whether a routine stopped confirming, rather than missing once. `heard` counts the answers in a row before the
 * `silent` misses.
 */
export const isSilent = ({ heard, silent }: { heard: number; silent: number }): boolean =>
  silent >= (heard >= steadyFrom ? 1 : 2);

type Answered = { at: string; openMs?: number | undefined; ranMs?: number | undefined; answer?: 'shared' | undefined };

/** Returns undefined for a run that did not wait for a receipt. The wait ends when `closeRuns` closes the run. */
export function answerOf({ at, openMs, ranMs, answer }: Answered, now: Date): Answer | undefined {
  if (ranMs !== undefined) return 'ran';
  if (answer || openMs === undefined) return answer;
  return now.getTime() < Date.parse(at) + openMs ? 'awaited' : 'none';
}

type Confirming = {
  run?: (Pick<Answered, 'at' | 'openMs'> & { id: string; outcome: Outcome }) | undefined;
  receipt?:
    | {
        since: string;
        /** Unanswered runs since the last answered one. */
        silent: number;
        /** The last answered run; without `ms` if its receipt was shared. */
        last?: { id: string; ms?: number | undefined } | undefined;
      }
    | undefined;
};

export type LastAnswer = {
  answer?: Answer;
  ranMs?: number;
  /** The outcome of the same run, if known. */
  outcome?: Outcome;
};

/** Describes the last run that waited for an answer. Returns an empty object if there is none. */
export function lastAnswer({ run, receipt }: Confirming, now: Date): LastAnswer {
  if (!receipt) return {};
  const { since, silent, last } = receipt;
  const isWaiting = run?.openMs !== undefined && run.at >= since;
  if (isWaiting && run.id !== last?.id) {
    const answer = answerOf({ at: run.at, openMs: run.openMs }, now);
    return { ...(answer && { answer }), outcome: run.outcome };
  }
  // A refused run does not hide the misses before it.
  if (!isWaiting && silent > 0) return { answer: 'none' };
  if (!last) return {};
  return last.ms === undefined ? { answer: 'shared' } : { answer: 'ran', ranMs: last.ms };
}

/** A run whose event may have reached Alexa. Times are in ms since 1970. */
export type OpenRun = {
  id: string;
  /** Before the event was sent. */
  openedAt: number;
  /** Later receipts do not belong to the run. */
  until: number;
  state:
    /** The outcome is not known yet. */
    | 'underWay'
    /** The outcome is overdue, so the process must have ended. */
    | 'lost'
    | 'reached';
  /** A shared receipt already answered the run. */
  shared: boolean;
};

export type Receipt = {
  id: string;
  /** In ms since 1970. */
  at: number;
  /** The runs that were already notified of the receipt. */
  among?: readonly string[] | undefined;
};

/** Receipts are not counted if more runs than this are open. */
export const mostCounted = 20;

/** The effect of a receipt. */
export type ReceiptDecision<Run> = { receipt: Receipt } & (
  | { as: 'ran'; run: Run }
  /**
   * One of the runs in `among` (oldest first). `news` are those that were not notified yet. The receipt `stays` if a
   * lost run may still be recorded. `complete` lists the receipts that together answer all of `among`.
   */
  | { as: 'shared'; news: Run[]; among: Run[]; stays: boolean; complete?: string[] }
  /** No run was open. */
  | { as: 'nobody' }
);

/**
 * Decides which runs the receipts answer, oldest first. A receipt is held back, with all later ones, while a run that
 * it may belong to has no outcome yet. A run produces at most one receipt. So as many receipts as possible runs answer
 * all of these runs, and the next run is unambiguous again.
 */
export function settleReceipts<Run extends OpenRun>(
  runs: readonly Run[],
  receipts: readonly Receipt[],
): ReceiptDecision<Run>[] {
  const decisions: ReceiptDecision<Run>[] = [];
  const [told, over] = [new Set<Run>(), new Set<Run>()];
  const counted = receipts.flatMap(({ id, among }) => (among ? { id, among } : []));
  const fresh = receipts.filter(({ among }) => !among).toSorted((one, other) => one.at - other.at);
  for (const receipt of fresh) {
    const open = runs.filter((run) => isOpenAt(run, receipt.at) && !over.has(run));
    const [only] = open;
    if (open.some(({ state }) => state === 'underWay')) break;
    const news = open.filter((run) => run.state === 'reached' && !run.shared && !told.has(run));
    for (const run of news) told.add(run);
    const stays = open.some(({ state }) => state === 'lost');
    if (!only) decisions.push({ receipt, as: 'nobody' });
    else if (open.length === 1 && news.length === 1) {
      over.add(only);
      decisions.push({ receipt, as: 'ran', run: only });
    } else if (open.length > 1 || !stays) {
      const among = open.toSorted((one, other) => one.openedAt - other.openedAt);
      if (among.length <= mostCounted) counted.push({ id: receipt.id, among: among.map(({ id }) => id) });
      const complete = stays ? undefined : completing(among, counted);
      if (complete) for (const run of open) over.add(run);
      decisions.push({ receipt, as: 'shared', news, among, stays, ...(complete && { complete }) });
    }
  }
  return decisions;
}

const isOpenAt = ({ openedAt, until }: OpenRun, at: number): boolean => openedAt <= at && at <= until;

/** Returns the receipts that can only belong to these runs, if they are as many as the runs. */
function completing(
  runs: readonly OpenRun[],
  counted: readonly { id: string; among: readonly string[] }[],
): string[] | undefined {
  const ids = new Set(runs.map(({ id }) => id));
  const theirs = counted.filter(({ among }) => among.every((id) => ids.has(id)));
  return theirs.length >= ids.size ? theirs.map(({ id }) => id) : undefined;
}
