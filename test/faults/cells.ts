import { doors } from '#shared/rules/channels.ts';

import { type Cell } from './cell.ts';
import { testedDoors, type TestedDoor } from './channels.ts';
import type { Home, Scene } from './home.ts';
import { befall, providerFaults, recover } from './injected/provider-faults.ts';
import { secretFaults } from './injected/secret-faults.ts';
import { every, strikes, tableFaults, type TableFault } from './injected/table-faults.ts';
import type { Fate, TableCall } from './injected/table-proxy.ts';
import { seeded } from './seeded.ts';

/** The way of a healthy run: its calls to the table, in order. */
export type Way = { door: TestedDoor; scene: Scene; calls: readonly TableCall[] };

/** The scenes that lead along different calls to the table. */
export const tableScenes: readonly Scene[] = ['plain', 'token over'];

const stormsPerDoor = 4;

/** Whether all places are struck by all faults, or each by one of those that come to the same. */
export const isWhole = process.env['FAULT_ALL'] === '1';

/** Whether a fault strikes here: of those that come to the same for the product, the seed names one for each call. */
const strikesHere = ({ name, alike }: TableFault, place: number, seed: number): boolean => {
  const kin = tableFaults.filter((other) => alike !== undefined && other.alike === alike);
  return isWhole || kin.length === 0 || kin[(place + seed) % kin.length]?.name === name;
};

/** Calls that two ways of a door have in common are struck on the first of them, unless all are to be. */
const isOwn = ({ label }: TableCall, { door, scene }: Way, ways: readonly Way[]): boolean =>
  isWhole || ways.find((way) => way.door === door && way.calls.some((call) => call.label === label))?.scene === scene;

/** Each fault of the table at the calls of each way, and for faults that last also at all of them. */
export const tableCells = (ways: readonly Way[], seed: number): Cell[] =>
  tableFaults.flatMap((fault) =>
    ways.flatMap((way) => {
      const { door, scene, calls } = way;
      const row = `table: ${fault.name}`;
      const brief = fault.name.endsWith('once') && { says: ['sent'], heard: 1 as const, isBrief: true };
      const twin = fault.name === 'condition failed' && { hasTwin: true };
      const reached = calls
        .map(({ label }, place) => ({ label, place }))
        .filter(({ place }) => {
          const call = calls[place];
          return call && isOwn(call, way, ways) && fault.befalls(call) && strikesHere(fault, place, seed);
        });
      const places = reached.map(({ label }) => label);
      if (fault.lasts && calls.some((call) => isOwn(call, way, ways) && fault.befalls(call))) places.push(every);
      return places.map((at): Cell => ({
        row,
        door,
        scene,
        at,
        weather: strikes(fault, at),
        mustStrike: true,
        ...brief,
        ...twin,
      }));
    }),
  );

/** Longer than any door waits. */
const forGoodMs = 20_000;

/** Each of these needs a home of its own, so the seed names every third. */
const isMeant = (place: number, { length }: Way['calls'], seed: number): boolean =>
  isWhole || (place + seed) % Math.min(3, length) === 0;

/** Each call of each way hangs, and nobody but the door itself ends the waiting. */
export const hangingCells = (ways: readonly Way[], seed: number): Cell[] =>
  ways
    .filter(({ scene }) => scene === 'plain')
    .flatMap(({ door, scene, calls }) =>
      calls
        .filter((_, place) => isMeant(place, calls, seed))
        .map(({ label: at }): Cell => {
          const weather = (call: TableCall): Fate => ({ does: call.label === at ? 'hang' : 'pass' });
          return { row: 'table: no answer for good', door, scene, at, weather, mustStrike: true, tableMs: forGoodMs };
        }),
    );

/** Calls that fail here and there, by chance: as many as the seed has it. */
export const stormCells = (seed: number): Cell[] =>
  testedDoors.flatMap((door) =>
    Array.from({ length: stormsPerDoor }, (_, index): Cell => {
      const scene = index % 2 === 0 ? 'plain' : 'token over';
      return { row: 'table: storm', door, scene, at: `seed ${seed + index}`, weather: storm(seed + index) };
    }),
  );

/** Half of all tries meet some fault. */
function storm(seed: number) {
  const chance = seeded(seed);
  return (call: TableCall): Fate => {
    const possible = tableFaults.filter(({ befalls, name }) => name !== 'condition failed' && befalls(call));
    const fault = possible[Math.floor(chance() * possible.length)];
    return chance() < 0.5 && fault ? fault.fates(call)[0] : { does: 'pass' };
  };
}

/** Each fault of another company at each door that it can befall. */
export const providerCells = (): Cell[] =>
  providerFaults.flatMap((fault) =>
    testedDoors
      .filter(({ door }) => fault.befalls.includes(door))
      .map((door): Cell => {
        const { name: row, scene, says, heard, settings, ends = false } = fault;
        const meets = { befall: (home: Home) => befall(fault, home), recover: (home: Home) => recover(fault, home) };
        return { row, door, scene, at: '', says, heard, ends, ...meets, ...(settings && { settings }) };
      }),
  );

/** Each secret that cannot be had, at each door; with a token to be renewed, because that needs most of them. */
export const secretCells = (): Cell[] =>
  secretFaults.flatMap(({ name: row, read }) =>
    testedDoors.map((door): Cell => ({ row, door, scene: 'token over', at: '', readSecret: read })),
  );

/** Doors of the product that no row here knocks at. */
export const forgottenDoors = (): string[] =>
  doors.filter((door) => !testedDoors.some((tested) => tested.door === door));
