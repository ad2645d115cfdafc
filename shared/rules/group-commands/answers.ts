import type { Language } from '../language.ts';
import { answerSigns } from './answer-signs.ts';
import type { Limit } from './limits.ts';
import { groupTexts, type Failure } from './texts.ts';

export type Listed = { name: string; enabled: boolean };

export type NotReady = Extract<
  Failure,
  | 'workspaceInactive'
  | 'planRequired'
  | 'notLinked'
  | 'skillNotEnabled'
  | 'grantRevoked'
  | 'reinstallSkill'
  | 'skillOff'
>;

export type GroupAnswer =
  | { kind: 'fired'; trigger: string; who?: string | undefined }
  | { kind: 'failed'; trigger: string; failure: Failure }
  | { kind: 'help' }
  | { kind: 'list'; triggers: readonly Listed[] }
  | { kind: 'ready'; triggers: number }
  | { kind: 'notReady'; failure: NotReady }
  | { kind: 'didYouMean'; trigger: string }
  | { kind: 'planNeeded' }
  | { kind: 'couldNotConfirm' }
  | { kind: 'tooMuch'; limit: Limit };

const maxListed = 30;
const own = {
  pt: ['lista', 'status', 'ajuda'],
  en: ['list', 'status', 'help'],
  es: ['lista', 'estado', 'ayuda'],
} as const;

const mendedOnPage: ReadonlySet<Failure> = new Set(['skillNotEnabled', 'reinstallSkill', 'skillOff']);

/** `skillPage`: where the skill is enabled, for what is mended there. */
export function wordAnswer(answer: GroupAnswer, language: Language, skillPage?: string): string {
  const text = worded(answer, language);
  const isMendedThere = 'failure' in answer && mendedOnPage.has(answer.failure);
  return isMendedThere && skillPage !== undefined ? `${text}\n${skillPage}` : text;
}

function worded(answer: GroupAnswer, language: Language): string {
  const texts = groupTexts[language];
  const { done, problem, slow, list, help, question, plan } = answerSigns;
  switch (answer.kind) {
    case 'fired':
      return `${done} ${answer.trigger}${answer.who === undefined ? '' : ` - ${answer.who}`}`;
    case 'failed':
      return `${problem} ${texts.failed[answer.failure](answer.trigger)}`;
    case 'help': {
      const [listWord, statusWord, helpWord] = own[language];
      return `${help} ${texts.help(`*${listWord}*`, `*${statusWord}*`, `*${helpWord}*`)}`;
    }
    case 'list':
      return `${list} ${listOf(answer.triggers, language)}`;
    case 'ready':
      return answer.triggers === 0 ? `${list} ${texts.noTriggers}` : `${done} ${texts.ready(answer.triggers)}`;
    case 'notReady':
      return `${problem} ${texts.failed[answer.failure]('')}`;
    case 'didYouMean':
      return `${question} ${texts.didYouMean(answer.trigger)}`;
    case 'planNeeded':
      return `${plan} ${texts.failed.planRequired('')}`;
    case 'couldNotConfirm':
      return `${problem} ${texts.couldNotConfirm}`;
    default:
      return `${slow} ${texts.tooMuch[answer.limit]}`;
  }
}

function listOf(triggers: readonly Listed[], language: Language): string {
  const { listTitle, noTriggers, off, more } = groupTexts[language];
  if (triggers.length === 0) return noTriggers;
  const sorted = triggers.toSorted((one, other) => one.name.localeCompare(other.name, language, { numeric: true }));
  const lines = sorted.slice(0, maxListed).map(({ name, enabled }) => `- ${name}${enabled ? '' : ` ${off}`}`);
  const rest = sorted.length - lines.length;
  return [listTitle, ...lines, ...(rest > 0 ? [more(rest)] : [])].join('\n');
}
