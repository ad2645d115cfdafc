import type { Table } from '#functions/data/table.ts';

import type { Cell, Verdict } from './cell.ts';
import { tableScenes, type Way } from './cells.ts';
import { testedDoors, type TestedDoor } from './channels.ts';
import { aHome, type Home } from './home.ts';
import { play } from './play-cell.ts';

type Place = { table: Table; tableUrl: string };

/** So many homes at once stand behind each door; while one waits for a time-out, the others go on. */
const homesPerDoor: Readonly<Record<string, number>> = { webhook: 2, 'webhook+key': 4, click: 3, voice: 6, group: 6 };

/** The calls to the table that a healthy run of each door makes, for every scene. */
export async function healthyWays({ table, tableUrl }: Place): Promise<Way[]> {
  const ways = await Promise.all(
    testedDoors.map(async (door): Promise<Way[]> => {
      const home = await aHome(table, tableUrl, { withGroup: door.door === 'group' });
      const found: Way[] = [];
      for (const scene of tableScenes) found.push({ door, scene, calls: await healthyCalls(home, door, scene) });
      await home.close();
      return found;
    }),
  );
  return ways.flat();
}

async function healthyCalls(home: Home, door: TestedDoor, scene: Way['scene']): Promise<Way['calls']> {
  home.clock.advance(70_000);
  await home.renews(scene);
  const shot = home.aims();
  const { process, lines } = home.live();
  home.proxy.becomes(() => ({ does: 'pass' }));
  const { word } = await door.knock(process, lines, home, shot);
  const calls = home.proxy.calls();
  if (word !== 'sent') throw new Error(`${door.name} says ${word} in good weather: ${JSON.stringify(lines)}`);
  return [...calls];
}

/**
 * Plays all cells, those of each door in several homes side by side; who waits for long waits in a home of its own. The
 * homes are to be closed by the caller.
 */
export async function playAll(place: Place, cells: readonly Cell[]): Promise<{ verdicts: Verdict[]; homes: Home[] }> {
  const verdicts: Verdict[] = [];
  const homes: Home[] = [];
  const inTurn = oneByOne();
  const inHome = async (door: TestedDoor, waiting: Cell[], timeoutMs?: number): Promise<void> => {
    const wanted = { withGroup: door.door === 'group', ...(timeoutMs !== undefined && { timeoutMs }) };
    const home = await inTurn(() => aHome(place.table, place.tableUrl, wanted));
    homes.push(home);
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) verdicts.push(await playOne(place, home, cell));
  };
  const sideBySide = testedDoors.flatMap((door) => {
    const waiting = cells.filter((cell) => cell.door === door && cell.tableMs === undefined);
    const count = Math.min(homesPerDoor[door.name] ?? 3, waiting.length);
    return Array.from({ length: count }, () => inHome(door, waiting));
  });
  const alone = cells
    .filter(({ tableMs }) => tableMs !== undefined)
    .map((cell) => inHome(cell.door, [cell], cell.tableMs));
  await Promise.all([...sideBySide, ...alone]);
  const places = new Map(cells.map((cell, index) => [cell, index]));
  const order = ({ cell }: Verdict): number => places.get(cell) ?? 0;
  return { verdicts: verdicts.toSorted((a, b) => order(a) - order(b)), homes };
}

/** A cell that breaks off is as wrong as one that comes to a wrong end. */
async function playOne({ table }: Place, home: Home, cell: Cell): Promise<Verdict> {
  try {
    return await play(table, home, cell);
  } catch (cause) {
    const broke = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    await cell.recover?.(home);
    home.spoils();
    return { cell, word: 'broke', problems: [`it broke off: ${broke}`], runs: [] };
  }
}

/** Setting up a home is so much work that many at once would keep each other waiting. */
function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
