import type { Table } from '#functions/data/table.ts';

import { afterwards } from './after-recovery.ts';
import type { TestedDoor } from './channels.ts';
import type { Home, Scene } from './home.ts';
import type { ReadSecret } from './injected/secret-faults.ts';
import type { TableCall, Weather } from './injected/table-proxy.ts';
import { judged } from './oracle.ts';
import { runsIn, type ToldRun } from './reported-runs.ts';

/** One fault at one door, at one place of the way. `says` and `heard`: what it has to come to; see `judge.ts` for the rest. */
export type Cell = {
  /** What stands at the row of the table. */
  row: string;
  door: TestedDoor;
  scene: Scene;
  /** Where on its way it strikes, where there are several places. */
  at: string;
  weather?: Weather;
  befall?: (home: Home) => Promise<void>;
  recover?: (home: Home) => Promise<void>;
  /** How long the client of the table waits; a cell that says so is played in a home of its own. */
  tableMs?: number;
  readSecret?: ReadSecret;
  settings?: Readonly<Record<string, string>>;
  /** The very words that may be said; left out: whatever weather of ours may come to. */
  says?: readonly string[];
  heard?: 0 | 1;
  /** Somebody else seems to be at the same wish, and whoever says so says no more. */
  hasTwin?: boolean;
  /** Its weather befalls a call that is surely made. */
  mustStrike?: boolean;
  /** The client's next try is well. */
  isBrief?: boolean;
  /** Amazon says that the permission is over. */
  ends?: boolean;
};

export const idOf = ({ row, door, scene, at }: Cell): string =>
  [door.name, scene, row, at].filter((part) => part !== '').join(' / ');

/** What a cell came to: the word of its answer, whatever was wrong about it, and the runs for the reckoning. */
export type Verdict = { cell: Cell; word: string; problems: string[]; runs: ToldRun[] };

/** Longer than any claim, lock or limit holds. */
const holdsMs = 70_000;

/** That a line is alive is noted once in half an hour. */
const rareCall = 'UpdateItem W/INSTANCE';

/** Knocks in the fault's weather, lets it pass, and looks at what is left. */
export async function play(table: Table, home: Home, cell: Cell): Promise<Verdict> {
  const { door, scene, readSecret, settings } = cell;
  home.clock.advance(holdsMs);
  if (cell.at === rareCall) home.rests();
  await home.renews(scene);
  const shot = home.aims();
  const before = home.heard();
  const living = home.live({ ...(readSecret && { readSecret }), ...(settings && { settings }) });
  home.proxy.becomes(cell.weather ?? (() => ({ does: 'pass' })));
  await cell.befall?.(home);
  const began = performance.now();
  const answer = await door.knock(living.process, living.lines, home, shot);
  const ms = performance.now() - began;
  const struck = [...home.proxy.struck()];
  home.proxy.clears();
  await cell.recover?.(home);
  const heard = home.heard() - before;
  const mayMiss = struck.some(isRecord) || living.lines.some(({ event }) => event === 'trigger.notRecorded');
  const played = { table, home, cell, shot, lines: living.lines, answer, before, heard, mayMiss };
  const { problems, runs } = await afterwards(played);
  const missed = cell.mustStrike && struck.length === 0 ? ['it never struck'] : [];
  const all = [...missed, ...judged(played, ms), ...problems];
  if (cell.ends || all.length > 0) home.spoils();
  return { cell, word: answer.word, problems: all, runs: [...runsIn(living, played), ...runs] };
}

const isRecord = ({ action, label }: TableCall): boolean => action === 'UpdateItem' && label.includes('W/TRIGGER');
