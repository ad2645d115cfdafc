import type { Outcome } from './outcomes.ts';

/** How a run was answered: `shared` when several were open, since a receipt names no run. */
export const answers = ['ran', 'shared', 'awaited', 'none'] as const;
export type Answer = (typeof answers)[number];

/** Until enough receipts are learnt; and as long as a receipt may be of a run at least. */
const learningMs = 600_000;
const leastOpenMs = 60_000;
export const learntFrom = 5;

/** In ms; undefined without a time. `times`: of the last receipts, in ms. */
export function typicalMs(times: readonly number[]): number | undefined {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** How long an answer is waited for, in ms. */
export function openMsOf(times: readonly number[]): number {
  const typical = typicalMs(times);
  return openMsFor(times.length < learntFrom ? undefined : typical);
}

/** `typical`: in ms, once enough receipts are learnt. */
export const openMsFor = (typical: number | undefined): number =>
  typical === undefined ? learningMs : Math.max(leastOpenMs, 3 * typical);

/** How long a receipt may be of a run that nothing else answered, in ms: a routine may be slower than was learnt. */
export const candidateMsOf = (openMs: number): number => Math.max(learningMs, openMs);

/** The last ones, `ms` included; that one alone when it took longer than it was waited for. */
export const learnt = (times: readonly number[], ms: number): number[] =>
  ms > openMsOf(times) ? [ms] : [...times, ms].slice(-learntFrom);

/** How long a routine usually takes (in ms), and since when the last ones took much longer. */
export type Pace = { usualMs?: number | undefined; slowSince?: string | undefined };

const slowTimes = 3;
const judgedBy = 3;
/** What is faster is nothing to tell of. */
const slowFromMs = 5_000;
/** After so long it is what is usual. */
const slowForMs = 7 * 86_400_000;

/** `times`: with the answer that came at `ranAt`. What is usual follows slowly, and not while it is much slower. */
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
 * Whether a routine stopped confirming, and not just once. `heard`: answers in a row before the misses that `silent`
 * counts.
 */
export const isSilent = ({ heard, silent }: { heard: number; silent: number }): boolean =>
  silent >= (heard >= steadyFrom ? 1 : 2);

type Answered = { at: string; openMs?: number | undefined; ranMs?: number | undefined; answer?: 'shared' | undefined };

/** Undefined for a run that waited for no receipt. Its wait is over at the moment at which `closeRuns` ends it. */
export function answerOf({ at, openMs, ranMs, answer }: Answered, now: Date): Answer | undefined {
  if (ranMs !== undefined) return 'ran';
  if (answer || openMs === undefined) return answer;
  return now.getTime() < Date.parse(at) + openMs ? 'awaited' : 'none';
}

type Confirming = {
  run?: (Pick<Answered, 'at' | 'openMs'> & { id: string; outcome: Outcome }) | undefined;
  /** `silent`: runs without an answer since; `last`: the last run that was answered, without `ms` one of several. */
  receipt?: { since: string; silent: number; last?: { id: string; ms?: number | undefined } | undefined } | undefined;
};

/** `outcome`: of the run that is told of, as far as it is known. */
export type LastAnswer = { answer?: Answer; ranMs?: number; outcome?: Outcome };

/** Of the last run that waited for an answer; empty where none is known. */
export function lastAnswer({ run, receipt }: Confirming, now: Date): LastAnswer {
  if (!receipt) return {};
  const { since, silent, last } = receipt;
  const isWaiting = run?.openMs !== undefined && run.at >= since;
  if (isWaiting && run.id !== last?.id) {
    const answer = answerOf({ at: run.at, openMs: run.openMs }, now);
    return { ...(answer && { answer }), outcome: run.outcome };
  }
  // A refused run hides nothing of those before it.
  if (!isWaiting && silent > 0) return { answer: 'none' };
  if (!last) return {};
  return last.ms === undefined ? { answer: 'shared' } : { answer: 'ran', ranMs: last.ms };
}

/**
 * A run whose event may have reached Alexa; times in ms since 1970. `underWay`: its outcome is not known yet; `lost`: it
 * has been out so long that its process must have ended.
 */
export type OpenRun = {
  id: string;
  /** Before its event was sent. */
  openedAt: number;
  /** A receipt that comes later is not of it. */
  until: number;
  state: 'underWay' | 'lost' | 'reached';
  /** It is one of several that a receipt answered. */
  shared: boolean;
};

/** `at`: in ms since 1970. `among`: the runs that it was one of, where that is already told. */
export type Receipt = { id: string; at: number; among?: readonly string[] | undefined };

/** With more runs open than this, receipts are not counted. */
export const mostCounted = 20;

/**
 * `ran`: of this run alone. `shared`: of one of `among`, whose last is the newest, and `news` are those that do not know
 * yet; it `stays` for one that is lost and may still be recorded. `complete`: receipts that together answer all of
 * `among`, as many as they are. `nobody`: no run was open.
 */
export type Decision<Run> = { receipt: Receipt } & (
  | { as: 'ran'; run: Run }
  | { as: 'shared'; news: Run[]; among: Run[]; stays: boolean; complete?: string[] }
  | { as: 'nobody' }
);

/**
 * Which runs the receipts answer, oldest first. A receipt that may be of a run whose outcome is still to come stays, with
 * all later ones, until that is known. A run gives one receipt at most, so as many receipts as the runs that they may be
 * of answer all of these, and the next run is alone again.
 */
export function settleReceipts<Run extends OpenRun>(
  runs: readonly Run[],
  receipts: readonly Receipt[],
): Decision<Run>[] {
  const decisions: Decision<Run>[] = [];
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

/** The receipts that can be of nothing but these runs, if they are as many. */
function completing(
  runs: readonly OpenRun[],
  counted: readonly { id: string; among: readonly string[] }[],
): string[] | undefined {
  const ids = new Set(runs.map(({ id }) => id));
  const theirs = counted.filter(({ among }) => among.every((id) => ids.has(id)));
  return theirs.length >= ids.size ? theirs.map(({ id }) => id) : undefined;
}
