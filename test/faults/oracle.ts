import type { Table } from '#functions/data/table.ts';
import { isOutcome, outcomes } from '#shared/rules/execution/outcomes.ts';

import type { Cell } from './cell.ts';
import type { ChannelAnswer } from './channels.ts';
import type { Home, Line, Firing } from './home.ts';

export type Played = {
  table: Table;
  home: Home;
  cell: Cell;
  firing: Firing;
  lines: readonly Line[];
  answer: ChannelAnswer;
  /** Events in the home before the firing. */
  before: number;
  /** Events that the firing caused in the home. */
  heard: number;
  /** The run's record may be lost. */
  mayMiss: boolean;
};

/** During a transient failure, 404, 500 or an ended permission would be a false answer. */
const inTransientFailure: ReadonlySet<string> = new Set([
  'sent',
  'echo',
  'unavailable',
  'unknown',
  'server.busy',
  'trigger.alreadyRunning',
  'INTERNAL_ERROR',
  'busy',
  '503',
]);

const mayHear: Readonly<Record<ChannelAnswer['means'], readonly number[]>> = {
  sent: [1],
  perhaps: [0, 1],
  notSent: [0],
};

type AnswerOf = Pick<Played, 'cell' | 'answer' | 'heard' | 'lines'>;

/** An answer must be in time, declared, allowed and true. */
export function answerProblems({ cell, answer, heard, lines }: AnswerOf, ms: number): string[] {
  const { says, channel } = cell;
  const { word, means, undeclared } = answer;
  const wanted = says?.flatMap((one) => [one, isOutcome(one) ? outcomes[one].refusal : undefined]);
  return problemsOf([
    ms > channel.withinMs + slackMs && `it took ${Math.round(ms)} ms`,
    undeclared,
    !(wanted ? wanted.includes(word) : inTransientFailure.has(word)) &&
      !(cell.mayBeDuplicate && word === 'twice') &&
      `it said ${word}`,
    !mayHear[means].includes(heard) && `it said ${word}, and the home got ${heard}`,
    cell.heard !== undefined && cell.heard !== heard && `the home got ${heard}`,
    word === 'server.busy' && lines.length === 0 && 'nobody was told why it was busy',
    ...lines.filter(({ event }) => bugEvents.has(event)).map(({ event, cause }) => `${event}: ${String(cause)}`),
    lines.some((line) => leaksSecret(line)) && 'a secret is in the log',
  ]);
}

export const problemsOf = (all: readonly (string | false | undefined)[]): string[] =>
  all.filter((problem) => typeof problem === 'string');

/** Time for a call that still hangs at the deadline, until its own timeout. */
const slackMs = 1_500;

const bugEvents: ReadonlySet<Line['event']> = new Set(['inbound.failed', 'item.unreadable']);

/** Finds Amazon tokens, phone numbers of the test and sealed values. */
const leaksSecret = ({ details, cause }: Line): boolean =>
  /Atz[a-z]\||5511955|eyJ/.test(`${JSON.stringify(details)} ${cause instanceof Error ? cause.message : ''}`);
