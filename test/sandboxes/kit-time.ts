/** Time-dependent behaviour of a sandbox, used when the clock is moved. */
export type SandboxTime = {
  /** The clock will be moved from now on: components with a separate clock join it. */
  join: () => void;
  /** The next time at which something is due, possibly in the past. */
  next: () => number | undefined;
  /** Runs everything that is due, to its end. */
  run: () => Promise<void>;
  /** Notable events since the last call. */
  news: () => readonly string[];
};

export type Moved = {
  from: string;
  now: string;
  tookMs: number;
  happened: readonly { at: string; what: string }[];
  /** How often each job of the product ran. */
  ran: Readonly<Record<string, number>>;
  failed: readonly { at: string; job: string; why: string }[];
};

/** Moves the time of the product and of all sandboxes. */
export type ClockMover = {
  /** Why the clock cannot be moved now. */
  whyNot: () => string | undefined;
  moveTo: (target: number) => Promise<Moved>;
};

export function allTimes(times: readonly Partial<SandboxTime>[]): SandboxTime {
  return {
    join: () => times.forEach(({ join }) => join?.()),
    next() {
      const moments = times.flatMap(({ next }) => next?.() ?? []);
      return moments.length === 0 ? undefined : Math.min(...moments);
    },
    async run() {
      for (const { run } of times) await run?.();
    },
    news: () => times.flatMap(({ news }) => news?.() ?? []),
  };
}

/** Returns the items added to a growing list since the last call. */
export function newsOf<T>(all: () => readonly T[], words: (one: T) => string): () => string[] {
  let told = 0;
  return () => {
    const known = all();
    const fresh = known.slice(Math.min(told, known.length));
    told = known.length;
    return fresh.map(words);
  };
}
