import type { TestedChannel } from './channels.ts';
import type { Home, TokenScene } from './home.ts';
import type { ReadSecret } from './injected/secret-faults.ts';
import type { TableBehaviour } from './injected/table-proxy.ts';
import type { ReportedRun } from './reported-runs.ts';

/** One fault at one channel, at one call. `oracle.ts` holds the rules for every cell. */
export type Cell = {
  row: string;
  channel: TestedChannel;
  scene: TokenScene;
  /** The call that fails, where there are several. */
  at: string;
  tableBehaviour?: TableBehaviour;
  inject?: (home: Home) => Promise<void>;
  recover?: (home: Home) => Promise<void>;
  /** How long the table's client waits for an answer; such a cell gets a home of its own. */
  givesUpMs?: number;
  readSecret?: ReadSecret;
  settings?: Readonly<Record<string, string>>;
  /** Allowed words; by default those of a transient failure. */
  says?: readonly string[];
  heard?: 0 | 1;
  /** A claim seems to be held by another request. */
  mayBeDuplicate?: boolean;
  /** The fault hits a call that is certainly made. */
  mustStrike?: boolean;
  /** The client's retry succeeds. */
  isBrief?: boolean;
  /** Amazon ends the permission. */
  ends?: boolean;
};

export const idOf = ({ row, channel, scene, at }: Cell): string =>
  [channel.name, scene, row, at].filter((part) => part !== '').join(' / ');

/** `runs` are compared with the history later. */
export type CellResult = { cell: Cell; word: string; problems: string[]; runs: ReportedRun[] };
