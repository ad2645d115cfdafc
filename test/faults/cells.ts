import { channels } from '#shared/rules/channels.ts';

import { type Cell } from './cell.ts';
import { testedChannels, type TestedChannel } from './channels.ts';
import type { Home, TokenScene } from './home.ts';
import { inject, providerFaults, recover } from './injected/provider-faults.ts';
import { secretFaults } from './injected/secret-faults.ts';
import { every, strikes, tableFaults, type TableFault } from './injected/table-faults.ts';
import type { Fate, TableCall } from './injected/table-proxy.ts';
import { seeded } from './seeded.ts';

/** The table calls of a healthy run, in order. */
export type HealthyRun = { channel: TestedChannel; scene: TokenScene; calls: readonly TableCall[] };

/** Scenes with different table calls. */
export const tableScenes: readonly TokenScene[] = ['plain', 'token over'];

const stormsPerChannel = 4;

/** True plays every fault at every call. False lets equivalent faults take turns. */
export const isWhole = process.env['FAULT_ALL'] === '1';

/** Picks one of several equivalent faults for each call, by the seed. */
export const strikesHere = ({ name, alike }: TableFault, place: number, seed: number): boolean => {
  const kin = tableFaults.filter((other) => alike !== undefined && other.alike === alike);
  return isWhole || kin.length === 0 || kin[(place + seed) % kin.length]?.name === name;
};

/** Tests a call that several runs make only in the first of them. */
const isOwn = ({ label }: TableCall, { channel, scene }: HealthyRun, runs: readonly HealthyRun[]): boolean =>
  isWhole ||
  runs.find((run) => run.channel === channel && run.calls.some((call) => call.label === label))?.scene === scene;

export const tableCells = (runs: readonly HealthyRun[], seed: number): Cell[] =>
  tableFaults.flatMap((fault) =>
    runs.flatMap((run) => {
      const { channel, scene, calls } = run;
      const row = `table: ${fault.name}`;
      const brief = fault.name.endsWith('once') && { says: ['sent'], heard: 1 as const, isBrief: true };
      const twin = fault.name === 'condition failed' && { mayBeDuplicate: true };
      const reached = calls
        .map(({ label }, place) => ({ label, place }))
        .filter(({ place }) => {
          const call = calls[place];
          return call && isOwn(call, run, runs) && fault.affects(call) && strikesHere(fault, place, seed);
        });
      const places = reached.map(({ label }) => label);
      if (fault.lasts && calls.some((call) => isOwn(call, run, runs) && fault.affects(call))) places.push(every);
      return places.map((at): Cell => ({
        row,
        channel,
        scene,
        at,
        tableBehaviour: strikes(fault, at),
        mustStrike: true,
        ...brief,
        ...twin,
      }));
    }),
  );

/** Longer than any channel waits. */
const forGoodMs = 20_000;

/** Each hanging cell needs its own home, so the seed picks every third call. */
const isMeant = (place: number, { length }: HealthyRun['calls'], seed: number): boolean =>
  isWhole || (place + seed) % Math.min(3, length) === 0;

/** The clock's query for due runs: no caller waits for it, and the client's own timeout ends it. */
const isClockReading = (label: string): boolean => label.startsWith('Query CLOCK');

/** Calls that never return: only the channel's own deadline ends the wait. */
export const hangingCells = (runs: readonly HealthyRun[], seed: number): Cell[] =>
  runs
    .filter(({ scene }) => scene === 'plain')
    .flatMap(({ channel, scene, calls }) =>
      calls
        .filter(({ label }, place) => isMeant(place, calls, seed) && !isClockReading(label))
        .map(({ label: at }): Cell => {
          const tableBehaviour = (call: TableCall): Fate => ({ does: call.label === at ? 'hang' : 'pass' });
          return {
            row: 'table: no answer for good',
            channel,
            scene,
            at,
            tableBehaviour,
            mustStrike: true,
            givesUpMs: forGoodMs,
          };
        }),
    );

export const stormCells = (seed: number): Cell[] =>
  testedChannels.flatMap((channel) =>
    Array.from({ length: stormsPerChannel }, (_, index): Cell => {
      const scene = index % 2 === 0 ? 'plain' : 'token over';
      return {
        row: 'table: storm',
        channel,
        scene,
        at: `seed ${seed + index}`,
        tableBehaviour: storm(seed + index),
      };
    }),
  );

/** Half of all attempts meet a random fault. */
function storm(seed: number) {
  const chance = seeded(seed);
  return (call: TableCall): Fate => {
    const possible = tableFaults.filter(({ affects, name }) => name !== 'condition failed' && affects(call));
    const fault = possible[Math.floor(chance() * possible.length)];
    return chance() < 0.5 && fault ? fault.fates(call)[0] : { does: 'pass' };
  };
}

export const providerCells = (): Cell[] =>
  providerFaults.flatMap((fault) =>
    testedChannels
      .filter(({ channel }) => fault.channels.includes(channel))
      .map((channel): Cell => {
        const { name: row, scene, heard, settings, ends = false, refusesClick } = fault;
        const says = channel.channel === 'click' && refusesClick ? [refusesClick] : fault.says;
        const meets = { inject: (home: Home) => inject(fault, home), recover: (home: Home) => recover(fault, home) };
        return { row, channel, scene, at: '', says, heard, ends, ...meets, ...(settings && { settings }) };
      }),
  );

/** The gateway token has expired in these cells, because renewing it reads the most secrets. */
export const secretCells = (): Cell[] =>
  secretFaults.flatMap(({ name: row, read }) =>
    testedChannels.map((channel): Cell => ({ row, channel, scene: 'token over', at: '', readSecret: read })),
  );

export const untestedChannels = (): string[] =>
  channels.filter((channel) => !testedChannels.some((tested) => tested.channel === channel));
