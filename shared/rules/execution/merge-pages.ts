type Page<Item> = { items: readonly Item[]; next?: string | undefined };

/**
 * Merges one page of each of several lists, all sorted by descending position. Returns more than `size` items only if
 * they share the last position. A list with a `next` is known only down to that position, so older items of the others
 * wait for a later page.
 */
export function mergePages<Item>(
  pages: readonly Page<Item>[],
  positionOf: (item: Item) => string,
  size: number,
): { items: Item[]; next?: string } {
  const known = pages.reduce((newest, { next = '' }) => (next > newest ? next : newest), '');
  const complete = pages
    .flatMap(({ items }) => items.map((item) => ({ item, at: positionOf(item) })))
    .filter(({ at }) => at >= known)
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const last = complete[size - 1]?.at;
  // A cursor cannot divide items of one position, such as counted refusals of several triggers.
  const items = complete.filter(({ at }, index) => index < size || at === last);
  const next = complete.length > items.length ? last : known;
  return { items: items.map(({ item }) => item), ...(next && { next }) };
}
