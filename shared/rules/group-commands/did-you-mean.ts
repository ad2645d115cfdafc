/** Shorter texts are close to everything. */
const minLetters = 5;
const maxDistance = 2;

/**
 * A third of the letters may differ if the message is addressed to us. Otherwise only two, because most messages are
 * not for us.
 */
export function didYouMean(words: string, names: Iterable<string>, addressed: boolean): string | undefined {
  const letters = Array.from(words);
  if (!addressed && letters.length < minLetters) return undefined;
  const max = addressed ? Math.max(maxDistance, Math.floor(letters.length / 3)) : maxDistance;
  let best: { name: string; distance: number; alone: boolean } | undefined;
  for (const name of names) {
    const distance = distanceOf(letters, Array.from(name), max);
    if (distance > max || distance >= letters.length) continue;
    if (best && distance === best.distance) best = { ...best, alone: false };
    else if (!best || distance < best.distance) best = { name, distance, alone: true };
  }
  return best?.alone === true && best.distance > 0 ? best.name : undefined;
}

/** Damerau-Levenshtein distance. Distances above `max` are returned as any larger number. */
export function distanceOf(one: readonly string[], other: readonly string[], max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let older: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const steps = [at(before, column) + 1, at(now, column - 1) + 1, at(before, column - 1) + (same ? 0 : 1)];
      now.push(Math.min(...steps, ...(swapped ? [at(older, column - 2) + 1] : [])));
    }
    if (Math.min(...now) > max && Math.min(...before) > max) return max + 1;
    [older, before] = [before, now];
  }
  return Math.min(at(before, other.length), max + 1);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
