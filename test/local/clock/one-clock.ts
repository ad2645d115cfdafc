import { movedDate } from './moved-date.ts';

/** The time of product and sandboxes: this machine's time plus the distance it was moved. It never goes back. */
export type OneClock = {
  now: () => Date;
  aheadMs: () => number;
  /** Shared with the threads of functions. */
  memory: SharedArrayBuffer;
  /** Ignores times in the past. */
  goTo: (moment: number) => void;
};

/** The real clock, even if `Date` of this process is replaced later. */
const realNow = Date.now;

export function oneClock(startAheadMs = 0, moved: (aheadMs: number) => void = () => undefined): OneClock {
  const memory = new SharedArrayBuffer(8);
  const cell = new BigInt64Array(memory);
  cell[0] = BigInt(startAheadMs);
  const aheadMs = (): number => aheadIn(cell);
  return {
    now: () => new Date(realNow() + aheadMs()),
    aheadMs,
    memory,
    goTo(moment) {
      const ahead = Math.ceil(moment) - realNow();
      if (ahead <= aheadMs()) return;
      Atomics.store(cell, 0, BigInt(ahead));
      moved(ahead);
    },
  };
}

const aheadIn = (cell: BigInt64Array): number => Number(Atomics.load(cell, 0));

/** Replaces `Date`, so that the product's code does not depend on this clock. */
export function moveDateOfThisThread(memory: SharedArrayBuffer): void {
  const cell = new BigInt64Array(memory);
  globalThis.Date = movedDate(() => aheadIn(cell), globalThis.Date);
}
