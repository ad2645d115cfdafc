import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import type { Group } from '#shared/contracts/whatsapp.ts';

/** What the first steps are told from. */
export type Facts = { amazon: AmazonAuth; triggers: readonly Trigger[]; groups: readonly Group[] };

export type StepName = 'link' | 'skill' | 'create' | 'test' | 'whatsapp';
export type Step = { name: StepName; done: boolean };

/** The way from a new workspace to one that does everything, in the order in which people go it. */
export const stepsOf = ({ amazon, triggers, groups }: Facts): readonly Step[] => [
  { name: 'link', done: amazon.skill !== 'notLinked' },
  { name: 'skill', done: amazon.skill === 'active' },
  { name: 'create', done: triggers.length > 0 },
  { name: 'test', done: hasRun(triggers) },
  { name: 'whatsapp', done: groups.length > 0 },
];

/** Whether any trigger has ever reached Alexa. */
export const hasRun = (triggers: readonly Trigger[]): boolean =>
  triggers.some(({ lastExecuted }) => lastExecuted !== null);

/**
 * Whether somebody has been here before: what has run and has a group needs no guide, even when the skill is off today.
 */
export const isSettled = ({ triggers, groups }: Pick<Facts, 'triggers' | 'groups'>): boolean =>
  hasRun(triggers) && groups.length > 0;

/** What a page must prompt for by itself: an account, then the first trigger. */
export const promptOf = ({ amazon, triggers }: Partial<Facts>): 'link' | 'create' | undefined => {
  if (amazon?.skill === 'notLinked') return 'link';
  return amazon && triggers?.length === 0 ? 'create' : undefined;
};
