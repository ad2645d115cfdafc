/** What happens in a sandbox as time passes, for whoever moves the clock. */
export type SandboxTime = {
  /** The clock is moved from now on: what had a time of its own joins it. */
  join: () => void;
  /** The next moment at which something falls due, perhaps one that is over. */
  next: () => number | undefined;
  /** Does what is due by now, to its end. */
  run: () => Promise<void>;
  /** What a person would want to hear of, said once. */
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
  /** Why it cannot be moved just now. */
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

/** What was added to a growing list since the last question. */
export function newsOf<T>(all: () => readonly T[], words: (one: T) => string): () => string[] {
  let told = 0;
  return () => {
    const known = all();
    const fresh = known.slice(Math.min(told, known.length));
    told = known.length;
    return fresh.map(words);
  };
}
