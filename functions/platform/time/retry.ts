/** Attempts again after another write came in between; after `tries` of them `exhausted` returns or throws. */
export async function retryOnConflict<Result, End = never>(
  options: { tries: number; exhausted: () => End; between?: (attempt: number) => Promise<void> },
  attempt: () => Promise<Result | 'conflict'>,
): Promise<Result | End> {
  const { tries, exhausted, between } = options;
  for (let tried = 1; ; tried += 1) {
    const result = await attempt();
    if (result !== 'conflict') return result;
    if (tried === tries) return exhausted();
    await between?.(tried);
  }
}
