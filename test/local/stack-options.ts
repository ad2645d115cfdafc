import type { SandboxPerson } from '../sandboxes/world.ts';
import type { StackAddresses } from './local-client.ts';

export type StackOptions = {
  /** 0, the default, takes any free port. */
  ports?: { app?: number; sandbox?: number; dynamodb?: number };
  /** Data is kept in memory without it. */
  directory?: string;
  /** Threads per function; without it all run in this process, which then holds one stack only. */
  workers?: number;
  /** Runs the deployed bundles, built first. */
  prod?: boolean;
  web?: 'none' | 'dev' | 'built';
  /** Pages follow the clock when it is moved; without it they are served as they were built. */
  movesPages?: boolean;
  /** False leaves the real providers in the settings. */
  sandbox?: boolean;
  people?: readonly SandboxPerson[];
  env?: Readonly<Record<string, string | undefined>>;
  /** For what functions log; the terminal by default. */
  logFile?: string;
  /** Runs before health says that all is up, such as seeding. */
  prepare?: (addresses: StackAddresses) => Promise<void>;
};
