const started = new Set<ReturnType<typeof setTimeout>>();
// Saved before a test stops the clock.
const [end, realTurn] = [clearTimeout, setImmediate];

globalThis.setTimeout = new Proxy(setTimeout, {
  apply: (start, self, args) => {
    const timer = Reflect.apply(start, self, args);
    started.add(timer);
    return timer;
  },
});

/** Ends the loops of a test, such as polls, which would otherwise send requests to the server of the next test. */
export async function endTimers(): Promise<void> {
  // A loop that is waiting for a reply starts its next timer in this turn.
  await new Promise<void>((done) => void realTurn(done));
  for (const timer of started) end(timer);
  started.clear();
}
