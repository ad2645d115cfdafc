type Entry<Value> = { value: Value; until: number };

/** A cache of at most `maxEntries` entries. Evicts the oldest entry when full. */
export function boundedCache<Value>(now: () => Date, maxEntries = 1_000) {
  const entries = new Map<string, Entry<Value>>();
  return {
    get(key: string): Value | undefined {
      const entry = entries.get(key);
      return entry && now().getTime() < entry.until ? entry.value : undefined;
    },
    /** `until` is in milliseconds since 1970. */
    set(key: string, value: Value, until = Infinity): void {
      entries.delete(key);
      const [oldest] = entries.keys();
      if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, until });
    },
  };
}
