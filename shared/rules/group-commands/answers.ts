import { isOutcome, outcomes } from '../execution/outcomes.ts';
import type { Language } from '../language.ts';
import { answerSigns } from './answer-signs.ts';
import type { Limit } from './limits.ts';
import { type BuiltInCommand, commandWords } from './own-words.ts';
import { withPrefix } from './prefix.ts';
import type { SuccessStyle } from './success-styles.ts';
import { groupTexts, type GroupFailure } from './texts.ts';

export type Listed = { name: string; enabled: boolean };

export type GroupProblem = {
  failure: GroupFailure;
  /** The name of the affected trigger, or of its confirming device. */
  trigger?: string;
};

/** The earliest time at which conditions may allow a run, and the workspace's time zone. */
export type Next = { at: string; timeZone: string };

export type GroupAnswer =
  | {
      kind: 'fired';
      trigger: string;
      who?: string | undefined;
      /** The time until the home confirmed the run. */
      ranMs?: number | undefined;
    }
  | {
      /** Sent to a routine that confirms runs but has not answered yet. */
      kind: 'sent';
      trigger: string;
      /** The routine confirmed one of several runs. */
      shared: boolean;
    }
  /** The wait of the run ended without a confirmation. */
  | { kind: 'unconfirmed'; trigger: string }
  | { kind: 'failed'; trigger: string; failure: GroupFailure; next?: Next | undefined }
  /** The group was already notified today. */
  | { kind: 'silent' }
  | {
      kind: 'help';
      successAs: SuccessStyle;
      /** Each command of the group begins with it. */
      prefix?: string | undefined;
    }
  | { kind: 'list'; triggers: readonly Listed[] }
  | { kind: 'ready'; triggers: number }
  /** Triggers exist, but the group may run none of them now. */
  | { kind: 'noneHere' }
  | { kind: 'notReady'; problems: readonly GroupProblem[] }
  | { kind: 'didYouMean'; trigger: string; prefix?: string | undefined }
  | { kind: 'planNeeded' }
  | { kind: 'couldNotConfirm' }
  | { kind: 'tooMuch'; limit: Limit };

const maxListed = 30;

/** Replaces a failure by its variant for a skill that is known to be disabled. */
export const whileOff = (failure: GroupFailure): GroupFailure =>
  (isOutcome(failure) ? outcomes[failure].groupTextWhileOff : undefined) ?? failure;

const isFixedOnSkillPage = (failure: GroupFailure): boolean =>
  failure === 'skillOff' || (isOutcome(failure) && outcomes[failure].fix === 'activateSkill');

/** Formats an answer. Adds the skill page if the user can fix the problem there. */
export function wordAnswer(answer: GroupAnswer, language: Language, skillPage?: string): string {
  const text = answerText(answer, language);
  const failures = answer.kind === 'notReady' ? answer.problems : answer.kind === 'failed' ? [answer] : [];
  const isFixedThere = failures.some(({ failure }) => isFixedOnSkillPage(failure));
  return isFixedThere && skillPage !== undefined ? `${text}\n${skillPage}` : text;
}

function answerText(answer: GroupAnswer, language: Language): string {
  const texts = groupTexts[language];
  const { done, sent, problem, slow, list, help, question, plan } = answerSigns;
  switch (answer.kind) {
    case 'fired':
      return `${done} ${answer.trigger}${answer.who === undefined ? '' : ` - ${answer.who}`}${ranIn(answer, language)}`;
    case 'sent':
      return `${slow} ${texts[answer.shared ? 'shared' : 'awaited'](answer.trigger)}`;
    case 'unconfirmed':
      return `${sent} ${texts.unconfirmed(answer.trigger)}`;
    case 'failed':
      return `${problem} ${texts.failed[answer.failure](answer.trigger)}${answer.next ? ` ${texts.nextAt(momentOf(answer.next, language))}` : ''}`;
    case 'help': {
      const { prefix } = answer;
      const word = (command: BuiltInCommand) => `*${withPrefix(commandWords[language][command], prefix)}*`;
      const first = prefix === undefined ? '' : `${texts.prefix(`*${prefix}*`)}\n`;
      const said = `${first}${texts.help(word('list'), word('status'), word('help'))}`;
      return `${help} ${said}${answer.successAs === 'reaction' ? `\n${done}: ${texts.reaction}\n${sent}: ${texts.sentReaction}` : ''}`;
    }
    case 'list':
      return `${list} ${listOf(answer.triggers, language)}`;
    case 'ready':
      return answer.triggers === 0 ? `${list} ${texts.noTriggers}` : `${done} ${texts.ready(answer.triggers)}`;
    case 'noneHere':
      return `${list} ${texts.noneHere}`;
    case 'notReady':
      return `${problem} ${problemsIn(answer.problems, language)}`;
    case 'didYouMean':
      return `${question} ${texts.didYouMean(withPrefix(answer.trigger, answer.prefix))}`;
    case 'planNeeded':
      return `${plan} ${texts.failed.planRequired('')}`;
    case 'silent':
      return '';
    case 'couldNotConfirm':
      return `${problem} ${texts.couldNotConfirm}`;
    default:
      return `${slow} ${texts.tooMuch[answer.limit]}`;
  }
}

const momentOf = ({ at, timeZone }: Next, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    // Name UTC explicitly, because the workspace has not set a time zone.
    ...(timeZone === 'UTC' && { timeZoneName: 'short' }),
  }).format(new Date(at));

const maxProblems = 4;

function problemsIn(problems: readonly GroupProblem[], language: Language): string {
  const { failed, more } = groupTexts[language];
  const lines = problems.slice(0, maxProblems).map(({ failure, trigger = '' }) => failed[failure](trigger));
  const rest = problems.length - lines.length;
  return [...lines, ...(rest > 0 ? [more(rest)] : [])].join('\n');
}

const ranIn = ({ ranMs }: { ranMs?: number | undefined }, language: Language): string =>
  ranMs === undefined ? '' : `: ${groupTexts[language].ran(seconds(ranMs, language))}`;

const seconds = (ms: number, language: Language): string =>
  (ms / 1000).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function listOf(triggers: readonly Listed[], language: Language): string {
  const { listTitle, noTriggers, off, more } = groupTexts[language];
  if (triggers.length === 0) return noTriggers;
  const sorted = triggers.toSorted((one, other) => one.name.localeCompare(other.name, language, { numeric: true }));
  const lines = sorted.slice(0, maxListed).map(({ name, enabled }) => `- ${name}${enabled ? '' : ` ${off}`}`);
  const rest = sorted.length - lines.length;
  return [listTitle, ...lines, ...(rest > 0 ? [more(rest)] : [])].join('\n');
}
