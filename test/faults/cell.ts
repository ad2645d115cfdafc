import type { TestedChannel } from './channels.ts';
import type { Home, TokenScene } from './home.ts';
import type { ReadSecret } from './injected/secret-faults.ts';
import type { TableBehaviour } from './injected/table-proxy.ts';
import type { ReportedRun } from './reported-runs.ts';

/** One fault at one call of one channel. `oracle.ts` holds the rules for every cell. */
export type Cell = {
  row: string;
  channel: TestedChannel;
  scene: TokenScene;
  /** The call that fails, if the fault can strike several. */
  at: string;
  tableBehaviour?: TableBehaviour;
  inject?: (home: Home) => Promise<void>;
  recover?: (home: Home) => Promise<void>;
  /** Timeout of the table's client. A cell that sets it gets its own home. */
  givesUpMs?: number;
  readSecret?: ReadSecret;
  settings?: Readonly<Record<string, string>>;
  /** Allowed results, by default those of a transient failure. */
  says?: readonly string[];
  heard?: 0 | 1;
  /** Another request may seem to hold the claim. */
  mayBeDuplicate?: boolean;
  /** The fault must strike, because a healthy run makes this call. */
  mustStrike?: boolean;
  /** The client's retry succeeds. */
  isBrief?: boolean;
  /** Amazon ends the permission. */
  ends?: boolean;
};

export const idOf = ({ row, channel, scene, at }: Cell): string =>
  [channel.name, scene, row, at].filter((part) => part !== '').join(' / ');

/** `runs` are compared with the history at the end. */
export type CellResult = { cell: Cell; word: string; problems: string[]; runs: ReportedRun[] };
