import type { Trigger } from '#shared/contracts/triggers.ts';

/** Returns the favorites in their order, and the other triggers as they are listed. Ignores deleted favorites. */
export function favoritesFirst(
  triggers: readonly Trigger[],
  favorites: readonly string[],
): { first: Trigger[]; rest: Trigger[] } {
  const first = favorites.flatMap((id) => triggers.find((trigger) => trigger.id === id) ?? []);
  return { first, rest: triggers.filter((trigger) => !first.includes(trigger)) };
}

/** More do not fit on a phone without scrolling. */
const usual = 6;

/** Favorites first, and others up to six tiles. */
export function tilesOf(triggers: readonly Trigger[], favorites: readonly string[] = []): Trigger[] {
  const { first, rest } = favoritesFirst(triggers, favorites);
  return [...first, ...rest].slice(0, Math.max(usual, first.length));
}
