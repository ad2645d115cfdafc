import type { SandboxPerson } from '../sandboxes/world.ts';
import type { StackAddresses } from './local-client.ts';

/** How `startStack` starts the product. */
export type StackOptions = {
  /** 0, the default of each, takes any free port. */
  ports?: { app?: number; sandbox?: number; dynamodb?: number };
  /** Where everything is kept between runs; in memory and forgotten without it. */
  directory?: string;
  /** Worker threads per function; without it all functions run in this process, which then holds one stack only. */
  workers?: number;
  /** Runs the bundles that are deployed, built first, instead of the sources. */
  prod?: boolean;
  /** Which web app the gateway serves; none by default. */
  web?: 'none' | 'dev' | 'built';
  /** False leaves the real providers in the settings. */
  sandbox?: boolean;
  /** Who has accounts at the sandboxes; the people of the story by default. */
  people?: readonly SandboxPerson[];
  /** Settings of the functions that win over the local ones. */
  env?: Readonly<Record<string, string | undefined>>;
  /** File for what functions in worker threads print; the terminal's otherwise. */
  logFile?: string;
  /** Done when all is up but before health says so, such as seeding. */
  prepare?: (addresses: StackAddresses) => Promise<void>;
};
