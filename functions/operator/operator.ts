import type { Table } from '#functions/data/table.ts';
import type { Secrets } from '#functions/platform/secrets/secrets.ts';
import type { StripeBilling } from '#functions/providers/stripe-billing.ts';

export type Operator = {
  table: Table;
  /** Undefined on one machine. */
  stage: string | undefined;
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
  run: (typed: Typed, operator: Operator) => Promise<'done' | 'notDone'>;
};
