import type { Table } from '#functions/data/table.ts';
import type { Secrets } from '#functions/platform/secrets/secrets.ts';
import type { Http } from '#functions/providers/http.ts';
import type { StripeBilling } from '#functions/providers/stripe-billing.ts';
import type { StageConfig } from '#infra/config.ts';

import type { Aws } from './aws-cli.ts';

export type Operator = {
  table: Table;
  /** Undefined on a single machine. */
  stage: string | undefined;
  /** From `infra/stages`; undefined without a stage. */
  settings: StageConfig | undefined;
  aws: Aws;
  http: Http;
  secrets: Secrets;
  /** Undefined if nothing is sold. */
  stripe: () => Promise<StripeBilling | undefined>;
  print: (line: string) => void;
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
  /** Arguments after the name, and a description. */
  usage: string;
  options: Readonly<Record<string, 'text' | 'switch'>>;
  words: { min: number; max: number };
  /** `false` if the command also works without a table. */
  needsTable?: false;
  run: (typed: Typed, operator: Operator) => Promise<'done' | 'notDone'>;
};
