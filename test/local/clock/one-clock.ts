import { movedDate } from './moved-date.ts';

/** The time of product and sandboxes: this machine's, and how far somebody has moved it. It never goes back. */
export type OneClock = {
  now: () => Date;
  aheadMs: () => number;
  /** For the threads of functions. */
  memory: SharedArrayBuffer;
  /** A moment that is over changes nothing. */
  goTo: (moment: number) => void;
};

/** Also where this process got a moved `Date` meanwhile. */
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

/** The product's code asks `Date`, so that it needs to know nothing of this clock. */
export function moveDateOfThisThread(memory: SharedArrayBuffer): void {
  const cell = new BigInt64Array(memory);
  globalThis.Date = movedDate(() => aheadIn(cell), globalThis.Date);
}
