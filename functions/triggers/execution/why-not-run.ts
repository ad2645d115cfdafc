import { mayUse, type Feature } from '#shared/rules/billing/plans.ts';
import type { Door } from '#shared/rules/channels.ts';
import type { Outcome } from '#shared/rules/outcomes.ts';

/** What the plan must include for each door. */
const featureOf: Readonly<Record<Door, Feature>> = {
  webhook: 'amazonAlexa',
  click: 'amazonAlexa',
  voice: 'amazonAlexa',
  group: 'whatsappCommands',
};

/** Whether the plan matters at all for this door; if not, nobody need read it. */
export const dependsOnPlan = (door: Door): boolean => !mayUse('none', featureOf[door]);

type Rate = { minute: number; count: number };

type Facts = {
  door: Door;
  workspace: { status: 'ATIVO' | 'INATIVO'; link?: { number: number; amazonUserId: string } | undefined };
  /** What the workspace's plan gives right now. */
  features: ReadonlySet<Feature>;
  /** `rangAt`: when an event of it last reached Amazon, or may have. */
  trigger: { enabled: boolean; rate?: Rate | undefined; rangAt?: number | undefined };
  access: { state: 'valid' | 'revoked'; amazonUserId: string } | undefined;
  /** When the door was entered; however long the way here, that is when the wish was heard. */
  startedAt: Date;
  now: Date;
  runsPerMinute: number;
};

const minuteMs = 60_000;
export const minuteOf = (now: Date): number => Math.floor(now.getTime() / minuteMs);

/** A scene inside the routine that it starts comes back within this time. */
const loopMs = 3_000;

/** Why the workspace may not run anything; undefined when it may. */
export function whyNotInWorkspace({
  door,
  workspace,
  features,
}: Pick<Facts, 'door' | 'workspace' | 'features'>): Outcome | undefined {
  if (workspace.status !== 'ATIVO') return 'workspaceInactive';
  if (!features.has(featureOf[door])) return 'planRequired';
  return workspace.link ? undefined : 'notLinked';
}

/** Why this trigger may not ring now; undefined when it may. The first reason in this order counts. */
export function whyNotRun(facts: Facts): Outcome | undefined {
  const { door, workspace, trigger, access, startedAt, now } = facts;
  const general = whyNotInWorkspace(facts);
  if (general) return general;
  if (!trigger.enabled) return 'disabled';
  if (door === 'voice' && isEcho(trigger.rangAt, startedAt)) return 'loop';
  if (trigger.rate?.minute === minuteOf(now) && trigger.rate.count >= facts.runsPerMinute) return 'tooMany';
  // A token of another account is a leftover of an earlier link.
  if (!access || access.amazonUserId !== workspace.link?.amazonUserId) return 'skillNotEnabled';
  return access.state === 'revoked' ? 'grantRevoked' : undefined;
}

const isEcho = (rangAt: number | undefined, heardAt: Date): boolean =>
  rangAt !== undefined && Math.abs(heardAt.getTime() - rangAt) < loopMs;

/** Whole seconds until the next minute begins, at least one. */
export const secondsToNextMinute = (now: Date): number =>
  Math.max(1, Math.ceil((minuteMs - (now.getTime() % minuteMs)) / 1000));
