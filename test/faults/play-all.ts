import type { Table } from '#functions/data/table.ts';

import type { Cell, CellResult } from './cell.ts';
import { tableScenes, type HealthyRun } from './cells.ts';
import { testedChannels, type TestedChannel } from './channels.ts';
import { aHome, type Home } from './home.ts';
import { play } from './play-cell.ts';

type Place = { table: Table; tableUrl: string };

export async function healthyRuns({ table, tableUrl }: Place): Promise<HealthyRun[]> {
  const runs = await Promise.all(
    testedChannels.map(async (channel): Promise<HealthyRun[]> => {
      const home = await aHome(table, tableUrl, { withGroup: channel.channel === 'group' });
      const found: HealthyRun[] = [];
      for (const scene of tableScenes) found.push({ channel, scene, calls: await healthyCalls(home, channel, scene) });
      await home.close();
      return found;
    }),
  );
  return runs.flat();
}

async function healthyCalls(
  home: Home,
  channel: TestedChannel,
  scene: HealthyRun['scene'],
): Promise<HealthyRun['calls']> {
  home.clock.advance(70_000);
  await home.renewGrant(scene);
  const firing = home.newFiring();
  const { process, lines } = home.live();
  home.proxy.behave(() => ({ does: 'pass' }));
  const { word } = await channel.fire(process, lines, home, firing);
  const calls = home.proxy.calls();
  if (word !== 'sent') throw new Error(`${channel.name} says ${word} without a fault: ${JSON.stringify(lines)}`);
  return [...calls];
}

/** Plays all cells. The caller closes the homes. */
export async function playAll(
  place: Place,
  cells: readonly Cell[],
): Promise<{ verdicts: CellResult[]; homes: Home[] }> {
  const verdicts: CellResult[] = [];
  const homes: Home[] = [];
  const inTurn = oneByOne();
  const inHome = async (channel: TestedChannel, waiting: Cell[], givesUpMs?: number): Promise<void> => {
    const wanted = { withGroup: channel.channel === 'group', ...(givesUpMs !== undefined && { givesUpMs }) };
    const home = await inTurn(() => aHome(place.table, place.tableUrl, wanted));
    homes.push(home);
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) verdicts.push(await playOne(place, home, cell));
  };
  const sideBySide = testedChannels.flatMap((channel) => {
    const waiting = cells.filter((cell) => cell.channel === channel && cell.givesUpMs === undefined);
    return waiting.length > 0 ? [inHome(channel, waiting)] : [];
  });
  const alone = cells
    .filter(({ givesUpMs }) => givesUpMs !== undefined)
    .map((cell) => inHome(cell.channel, [cell], cell.givesUpMs));
  await Promise.all([...sideBySide, ...alone]);
  const places = new Map(cells.map((cell, index) => [cell, index]));
  const order = ({ cell }: CellResult): number => places.get(cell) ?? 0;
  return { verdicts: verdicts.toSorted((a, b) => order(a) - order(b)), homes };
}

/** Plays one cell. A thrown error counts as a wrong result. */
async function playOne({ table }: Place, home: Home, cell: Cell): Promise<CellResult> {
  try {
    return await play(table, home, cell);
  } catch (cause) {
    const broke = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    await cell.recover?.(home);
    home.spoil();
    return { cell, word: 'broke', problems: [`it broke off: ${broke}`], runs: [] };
  }
}

/** Setting up many homes at once is slower than one by one. */
function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
