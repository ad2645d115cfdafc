import { createDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { createEnablingRefusedStore } from '#functions/data/alexa/enabling-refused-store.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { endCause, isReconnectRefused } from '#functions/data/items/grant-item.ts';
import type { Run } from '#functions/data/items/trigger-item.ts';
import { workspacePartition } from '#functions/data/keys.ts';
import { createOutboxStore, type OutboxItem } from '#functions/data/outbox/outbox-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createPermitStore } from '#functions/data/triggers/permit-store.ts';
import { createTriggerStore, type StoredTrigger } from '#functions/data/triggers/trigger-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createWorkspaceStore, type WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import { checkStoredTrigger } from '#functions/triggers/check-stored-trigger.ts';
import { planOfGroups } from '#functions/whatsapp/groups/plan-of-groups.ts';
import { premiumNow } from '#shared/rules/billing/billing.ts';
import { knownStatus, type Feature } from '#shared/rules/billing/plans.ts';
import type { Channel } from '#shared/rules/channels.ts';
import { checkSteps, type StepResult } from '#shared/rules/execution/check-steps.ts';
import { defaultLimits, minuteOf, type RateLimits } from '#shared/rules/execution/rate-limit.ts';
import { answerOf, type Answer } from '#shared/rules/execution/receipts.ts';
import {
  checkForChannel,
  checkForPage,
  type CalledRun,
  type StepResults,
} from '#shared/rules/execution/why-not-run.ts';

import type { Operator } from '../operator.ts';
import type { Subject } from './find-subject.ts';
import type { Window } from './times.ts';

export type ReportRun = Omit<Run, 'answer'> & { triggerId: string; answer?: Answer };
export type ReportFacts = Awaited<ReturnType<typeof readReportFacts>>;

const maxRuns = 50;
const atOnce = 8;

/** Everything stored about the triggers of a workspace in a window, without names of people. */
export async function readReportFacts(operator: Operator, subject: Subject, window: Window) {
  const { table, now } = operator;
  const { workspaceId } = subject;
  const workspace = await createWorkspaceStore(table).find(workspaceId);
  const link = workspace?.link;
  const [device, access, stage, waiting, triggers, plan, whatsapp, permitsOf, groupFeatures] = await Promise.all([
    link && createDeviceStory(table, now)(link.amazonUserId),
    link && createGrantStore(table, now).findAccess({ workspaceId }),
    createEnablingRefusedStore(table, now, { skill: undefined, clientId: () => Promise.resolve(undefined) }).state(),
    createOutboxStore(table).pending(workspacePartition(workspaceId)),
    link ? createTriggerStore(table, operator).list(workspaceId, link.number) : [],
    planOf(operator, workspaceId),
    whatsappOf(operator, workspaceId),
    createPermitStore(table).findAll(workspaceId, minuteOf(now())),
    groupFeaturesOf(operator, workspaceId),
  ]);
  const limits = limitsOf(operator);
  const chosen = subject.triggerId === undefined ? triggers : triggers.filter(({ id }) => id === subject.triggerId);
  const ids = subject.triggerId === undefined ? chosen.map(({ id }) => id) : [subject.triggerId];
  const found = subject.run
    ? { runs: [toReportRun(subject.run, subject.triggerId ?? '', now())], more: false }
    : await runsOf(operator, ids, chosen, window);
  return {
    workspaceId,
    ...(subject.triggerId !== undefined && { triggerId: subject.triggerId }),
    workspace: workspace && workspaceFacts(workspace),
    permission: device?.grant && {
      ...device.grant,
      isUnknown: access?.unknownAt !== undefined,
      end: endCause(link, access),
      reconnectRefused:
        stage.isStopped || isReconnectRefused(link, access, { now: now(), reopenedAt: stage.reopenedAt }),
    },
    plan,
    whatsapp,
    waiting: [...waiting.items, ...(device?.reports ?? [])].map(waitingFacts),
    triggers: workspace
      ? chosen.map((trigger) =>
          triggerFacts({ workspace, access, story: device, limits, permitsOf, groupFeatures }, trigger, {
            channels: new Set(found.runs.flatMap((run) => (run.triggerId === trigger.id ? run.channel : []))),
            now: now(),
          }),
        )
      : [],
    window: { from: window.from.toISOString(), until: window.until.toISOString() },
    ...found,
  };
}

const workspaceFacts = ({ name, status, userId, link, tokenMadeAt }: WorkspaceItem) => ({
  name,
  isActive: status === 'ATIVO',
  userId,
  ...(link && { linkedAt: link.createdAt }),
  ...(tokenMadeAt !== undefined && { tokenMadeAt }),
});

/** Without a stage, the limits are the defaults. */
const limitsOf = ({ settings }: Operator): RateLimits => ({
  runsPerMinute: settings?.runsPerMinute ?? defaultLimits.runsPerMinute,
  permitsPerMinute: settings?.workspaceRunsPerMinute ?? defaultLimits.permitsPerMinute,
});

const groupFeaturesOf = ({ table, now }: Operator, workspaceId: number) =>
  planOfGroups(
    {
      groups: createGroupStore(table),
      instances: createInstanceStore(table, now),
      subscriptions: createSubscriptionStore(table),
      log: () => undefined,
      now,
    },
    workspaceId,
  );

type TriggerHome = Parameters<typeof checkStoredTrigger>[0] & { groupFeatures: ReadonlySet<Feature> | undefined };

/** `channels` are those of the trigger's runs; each may have its own rules. */
function triggerFacts(
  home: TriggerHome,
  trigger: StoredTrigger,
  { channels, now }: { channels: ReadonlySet<Channel>; now: Date },
) {
  const { groupFeatures } = home;
  const { id, deviceId, name, enabled, createdAt, updatedAt, lastExecuted } = trigger;
  const looking = (look: (facts: CalledRun) => StepResults) => checkSteps(checkStoredTrigger(home, trigger, now, look));
  const steps = looking((facts) => checkForPage(facts, groupFeatures));
  const isListed = ({ step, errorKey }: StepResult): boolean =>
    steps.some((other) => other.step === step && other.errorKey === errorKey);
  const byChannel = [...channels].flatMap((channel) => {
    const features = channel === 'group' ? groupFeatures : undefined;
    const own = looking((facts) => checkForChannel(facts, channel, features));
    return own.filter((step) => step.state === 'failed' && !isListed(step)).map((step) => ({ ...step, channel }));
  });
  return { id, deviceId, name, enabled, createdAt, updatedAt, lastExecuted, steps, byChannel };
}

const waitingFacts = ({ entry: { topic }, createdAt, attempts, dueAt, deadAt, lastFailure }: OutboxItem) => ({
  topic,
  createdAt,
  attempts,
  ...(dueAt !== undefined && { dueAt }),
  ...(deadAt !== undefined && { deadAt }),
  ...(lastFailure !== undefined && { lastFailure }),
});

async function planOf({ table, now }: Operator, workspaceId: number) {
  const item = await createSubscriptionStore(table).find(workspaceId);
  if (!item) return undefined;
  const status = knownStatus(item.status);
  const { planType, currentPeriodEnd, cancel_at: endsAt, syncedAt } = item;
  const isPaid = premiumNow({ ...item, status }, now()) === 'yes';
  return { status: item.status, planType, currentPeriodEnd, endsAt, syncedAt, givesWhatsApp: isPaid };
}

async function whatsappOf({ table, now }: Operator, workspaceId: number) {
  const instances = createInstanceStore(table, now);
  const instance = await instances.find(workspaceId);
  if (!instance) return undefined;
  const { reference } = instance;
  const root = reference ? await instances.findById(reference.instanceId) : instance;
  const groups = await createGroupStore(table).list(workspaceId);
  const heard = groups.filter(
    ({ generation, line }) => generation === instance.generation && line.generation === root?.generation,
  );
  return {
    instanceId: instance.id,
    ...(reference && { sharedFrom: reference.workspaceId }),
    status: root?.chipStatus ?? 'DISCONNECTED',
    ...(root?.shardId !== undefined && { shard: root.shardId }),
    ...(root?.connectedAt !== undefined && { connectedAt: isoOf(root.connectedAt) }),
    ...(root?.lostSince !== undefined && { lostSince: isoOf(root.lostSince) }),
    ...(root?.heardAt !== undefined && { heardAt: isoOf(root.heardAt) }),
    ...(root?.ended && { ended: { as: root.ended.as, at: isoOf(root.ended.at) } }),
    groups: heard.length,
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

function toReportRun({ answer: asShared, ...run }: Run, triggerId: string, now: Date): ReportRun {
  const answer = answerOf({ ...run, answer: asShared }, now);
  return { ...run, triggerId, ...(answer && { answer }) };
}

async function runsOf(
  { table, now }: Operator,
  ids: readonly string[],
  triggers: readonly StoredTrigger[],
  { from, until }: Window,
): Promise<{ runs: ReportRun[]; more: boolean }> {
  const executions = createExecutionStore(table, now);
  const found = new Map<string, ReportRun>();
  let more = false;
  await mapConcurrently(ids, atOnce, async (triggerId) => {
    const page = await executions.between(triggerId, from, until, maxRuns);
    if (page.more) more = true;
    for (const run of page.runs) found.set(run.id, toReportRun(run, triggerId, now()));
    // The history may not contain the last run yet.
    const last = triggers.find(({ id }) => id === triggerId)?.run;
    if (last && last.at >= from.toISOString() && last.at <= until.toISOString() && !found.has(last.id)) {
      found.set(last.id, toReportRun(last, triggerId, now()));
    }
  });
  const runs = [...found.values()].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  return { runs: runs.slice(0, maxRuns), more: more || runs.length > maxRuns };
}
