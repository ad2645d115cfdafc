/** Rejects with the first failure. */
export async function mapConcurrently<Item>(
  items: Iterable<Item>,
  lines: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const line = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: lines }, line));
}
