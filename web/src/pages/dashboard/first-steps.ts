import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import type { Group } from '#shared/contracts/whatsapp.ts';

export type FirstStepFacts = { amazon: AmazonAuth; triggers: readonly Trigger[]; groups: readonly Group[] };

export type FirstStepName = 'link' | 'skill' | 'create' | 'test' | 'whatsapp';
export type FirstStep = { name: FirstStepName; done: boolean };

export const firstSteps = (
  { amazon, triggers, groups }: FirstStepFacts,
  hasWhatsapp: boolean,
): readonly FirstStep[] => [
  { name: 'link', done: amazon.skill !== 'notLinked' },
  // An ended grant also counts as done, because the findings report it.
  { name: 'skill', done: amazon.skill === 'active' || amazon.skill === 'revoked' || amazon.reason !== undefined },
  { name: 'create', done: triggers.length > 0 },
  { name: 'test', done: hasRun(triggers) },
  ...(hasWhatsapp ? [{ name: 'whatsapp', done: groups.length > 0 } as const] : []),
];

export const hasRun = (triggers: readonly Trigger[]): boolean =>
  triggers.some(({ lastExecuted }) => lastExecuted !== null);

/** Whether the workspace has a run and a group, and so does not need the guide even while the skill is disabled. */
export const isSettled = ({ triggers, groups }: Pick<FirstStepFacts, 'triggers' | 'groups'>): boolean =>
  hasRun(triggers) && groups.length > 0;

export const promptOf = ({ amazon, triggers }: Partial<FirstStepFacts>): 'link' | 'create' | undefined => {
  if (amazon?.skill === 'notLinked') return 'link';
  return amazon && triggers?.length === 0 ? 'create' : undefined;
};
