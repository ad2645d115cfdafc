import type { TestedChannel } from './channels.ts';
import type { Home, TokenScene } from './home.ts';
import type { ReadSecret } from './injected/secret-faults.ts';
import type { TableBehaviour } from './injected/table-proxy.ts';
import type { ReportedRun } from './reported-runs.ts';

/** One fault at one channel, at one place of the way. `says` and `heard`: what it has to come to; see `judge.ts` for the rest. */
export type Cell = {
  /** What stands at the row of the table. */
  row: string;
  channel: TestedChannel;
  scene: TokenScene;
  /** Where on its way it strikes, where there are several places. */
  at: string;
  tableBehaviour?: TableBehaviour;
  inject?: (home: Home) => Promise<void>;
  recover?: (home: Home) => Promise<void>;
  /** How long the client of the table waits; a cell that says so is played in a home of its own. */
  tableMs?: number;
  readSecret?: ReadSecret;
  settings?: Readonly<Record<string, string>>;
  /** The very words that may be said; left out: whatever behaviour of ours may come to. */
  says?: readonly string[];
  heard?: 0 | 1;
  /** Somebody else seems to be at the same wish, and whoever says so says no more. */
  mayBeDuplicate?: boolean;
  /** Its behaviour befalls a call that is surely made. */
  mustStrike?: boolean;
  /** The client's next try is well. */
  isBrief?: boolean;
  /** Amazon says that the permission is over. */
  ends?: boolean;
};

export const idOf = ({ row, channel, scene, at }: Cell): string =>
  [channel.name, scene, row, at].filter((part) => part !== '').join(' / ');

/** What a cell came to: the word of its answer, whatever was wrong about it, and the runs for the reckoning. */
export type CellResult = { cell: Cell; word: string; problems: string[]; runs: ReportedRun[] };
