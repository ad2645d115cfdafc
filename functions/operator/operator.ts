import type { Table } from '#functions/data/table.ts';
import type { Secrets } from '#functions/platform/secrets/secrets.ts';
import type { StripeBilling } from '#functions/providers/stripe-billing.ts';
import type { StageConfig } from '#infra/config.ts';

import type { Aws } from './aws-cli.ts';

export type Operator = {
  table: Table;
  /** Undefined on one machine. */
  stage: string | undefined;
  /** Of `infra/stages`; undefined without a stage. */
  settings: StageConfig | undefined;
  aws: Aws;
  secrets: Secrets;
  /** Undefined where nothing is sold. */
  stripe: () => Promise<StripeBilling | undefined>;
  say: (line: string) => void;
  now: () => Date;
  newId: () => string;
  pause: (ms: number) => Promise<void>;
};

export type Typed = {
  words: readonly string[];
  text: (option: string) => string | undefined;
  has: (option: string) => boolean;
};

export type OperatorCommand = {
  name: string;
  /** One line for the list of commands. */
  about: string;
  /** What to type after the name, and what it does. */
  usage: string;
  options: Readonly<Record<string, 'text' | 'switch'>>;
  words: { min: number; max: number };
  /** `false`: does its work also where the table is gone. */
  needsTable?: false;
  run: (typed: Typed, operator: Operator) => Promise<'done' | 'notDone'>;
};
