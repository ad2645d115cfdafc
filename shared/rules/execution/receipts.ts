/** How a run was answered: `shared` when several were open, since a receipt names no run. */
export const answers = ['ran', 'shared', 'awaited', 'none'] as const;
export type Answer = (typeof answers)[number];

/** Until enough receipts are learnt. */
const learningMs = 600_000;
const leastOpenMs = 60_000;
export const learntFrom = 5;

/** In ms; undefined without a time. `times`: of the last receipts, in ms. */
export function typicalMs(times: readonly number[]): number | undefined {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** How long a run stays open, in ms. */
export function openMsOf(times: readonly number[]): number {
  const typical = typicalMs(times);
  return times.length < learntFrom || typical === undefined ? learningMs : Math.max(leastOpenMs, 3 * typical);
}

/** The last ones, `ms` included. */
export const learnt = (times: readonly number[], ms: number): number[] => [...times, ms].slice(-learntFrom);

type Answered = { at: string; openMs?: number | undefined; ranMs?: number | undefined; answer?: 'shared' | undefined };

/** Undefined for a run that waited for no receipt. */
export function answerOf({ at, openMs, ranMs, answer }: Answered, now: Date): Answer | undefined {
  if (ranMs !== undefined) return 'ran';
  if (answer || openMs === undefined) return answer;
  return now.getTime() <= Date.parse(at) + openMs ? 'awaited' : 'none';
}

/**
 * A run whose event may have reached Alexa; times in ms since 1970. `underWay`: its outcome is not known yet; `lost`: it
 * has been out so long that its process must have ended.
 */
export type OpenRun = {
  id: string;
  /** Before its event was sent. */
  openedAt: number;
  until: number;
  state: 'underWay' | 'lost' | 'reached';
  /** It is one of several that a receipt answered. */
  shared: boolean;
};

/** `at`: in ms since 1970. */
export type Receipt = { id: string; at: number };

/**
 * `ran`: of this run alone. `shared`: of one of several; it `stays` for one that is lost and may still be recorded.
 * `nobody`: no run was open, or all know already.
 */
export type Decision<Run> = { receipt: Receipt } & (
  | { as: 'ran'; run: Run }
  | { as: 'shared'; runs: Run[]; stays: boolean }
  | { as: 'nobody' }
);

/**
 * Which runs the receipts answer, oldest first. A receipt that may be of a run whose outcome is still to come stays, with
 * all later ones, until that is known.
 */
export function settleReceipts<Run extends OpenRun>(
  runs: readonly Run[],
  receipts: readonly Receipt[],
): Decision<Run>[] {
  const decisions: Decision<Run>[] = [];
  const answered = new Set<Run>();
  for (const receipt of receipts.toSorted((one, other) => one.at - other.at)) {
    const ran = decisions.flatMap((each) => (each.as === 'ran' ? each.run : []));
    const open = runs.filter((run) => isOpenAt(run, receipt.at) && !ran.includes(run));
    const [only] = open;
    if (open.some(({ state }) => state === 'underWay')) break;
    const news = open.filter((run) => run.state === 'reached' && !run.shared && !answered.has(run));
    for (const run of news) answered.add(run);
    const stays = open.some(({ state }) => state === 'lost');
    if (open.length > 1) decisions.push({ receipt, as: 'shared', runs: news, stays });
    else if (only && news.length === 1) decisions.push({ receipt, as: 'ran', run: only });
    else if (!stays) decisions.push({ receipt, as: 'nobody' });
  }
  return decisions;
}

const isOpenAt = ({ openedAt, until }: OpenRun, at: number): boolean => openedAt <= at && at <= until;
