import type { Table } from '#functions/data/table.ts';
import type { Secrets } from '#functions/platform/secrets.ts';
import type { StripeBilling } from '#functions/providers/stripe-billing.ts';

/** What an operator's command works with: one place's table and secrets, and a terminal. */
export type Operator = {
  table: Table;
  /** Name of the stage, as it is part of the names of functions; undefined on one machine. */
  stage: string | undefined;
  secrets: Secrets;
  /** Undefined where nothing is sold. */
  stripe: () => Promise<StripeBilling | undefined>;
  /** Prints a line. */
  say: (line: string) => void;
  now: () => Date;
  newId: () => string;
  pause: (ms: number) => Promise<void>;
};

/** What was typed after the command's name. */
export type Typed = {
  words: readonly string[];
  /** Value of an option that takes one. */
  text: (option: string) => string | undefined;
  /** Whether a switch was given. */
  has: (option: string) => boolean;
};

export type Command = {
  name: string;
  /** One line for the list of commands. */
  about: string;
  /** What to type after the name, and what it does. */
  usage: string;
  options: Readonly<Record<string, 'text' | 'switch'>>;
  /** How many words it takes. */
  words: { least: number; most: number };
  run: (typed: Typed, operator: Operator) => Promise<'done' | 'notDone'>;
};
