import type { SandboxPerson } from '../sandboxes/world.ts';
import type { StackAddresses } from './local-client.ts';

export type StackOptions = {
  /** 0, the default, takes any free port. */
  ports?: { app?: number; sandbox?: number; dynamodb?: number };
  /** Without it, data is kept in memory. */
  directory?: string;
  /** Threads per function. Without it, all functions run in this process, which is then limited to one stack. */
  workers?: number;
  /** Multiplies the time limits of Lambda and API Gateway, for tests on a busy machine. Defaults to 1. */
  timeLimitFactor?: number;
  /** Builds and runs the deployed bundles. */
  prod?: boolean;
  /** Loads a function when it is called, as Lambda does. Without it, all are loaded at the start. */
  loadsOnCall?: boolean;
  /** The table gets as little memory as one person needs. */
  smallTable?: boolean;
  web?: 'none' | 'dev' | 'built';
  /** Pages follow a moved clock. Without it, they are served as built. */
  movesPages?: boolean;
  /** False keeps the real providers in the settings. */
  sandbox?: boolean;
  people?: readonly SandboxPerson[];
  env?: Readonly<Record<string, string | undefined>>;
  /** For the logs of functions; defaults to the terminal. */
  logFile?: string;
  /** Runs before the health check succeeds, for example to seed data. */
  prepare?: (addresses: StackAddresses) => Promise<void>;
};
