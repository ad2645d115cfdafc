import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { VoiceStreak } from '#shared/rules/execution/loop.ts';
import { storedWho } from '#shared/rules/stored-who.ts';

import { accessKeyItem, type AccessKeyItem } from '../items/access-key-item.ts';
import { accessItem, offNote, type AccessItem } from '../items/grant-item.ts';
import { live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { subscriptionItem, type SubscriptionItem } from '../items/subscription-item.ts';
import { historyEnd, triggerItem, type Run, type TriggerItem } from '../items/trigger-item.ts';
import { accessKey, accessKeyItemKey, runKey, subscriptionKey, triggerKey, workspaceKey } from '../keys.ts';
import { readBatch } from '../read-batch.ts';
import { conditional, type Table } from '../table.ts';
import type { WorkspaceItem } from '../workspaces/workspace-store.ts';

/** Lists the fields here, because the schema of the whole item would add its contracts to the webhook's bundle. */
const runWorkspace = z.object({
  name: z.optional(z.string()),
  status: z.enum(['ATIVO', 'INATIVO'] satisfies WorkspaceItem['status'][]),
  tokenHash: z.string(),
  /** The previous token, while it still works. */
  oldTokenHash: z.optional(z.string()),
  oldTokenUntil: z.optional(z.iso.datetime()),
  timeZone: z.optional(z.string()),
  link: z.optional(z.object({ number: z.number(), amazonUserId: z.string(), skillOff: z.optional(offNote) })),
});

export type RunFacts = {
  workspace: z.output<typeof runWorkspace> | undefined;
  trigger: TriggerItem | undefined;
  access: AccessItem | undefined;
  /** Only if requested. */
  subscription: SubscriptionItem | undefined;
  /** Only if the caller named an access key. */
  accessKey?: AccessKeyItem | undefined;
};

export type FactsRequest = {
  workspaceId: number;
  triggerId: string;
  accessKeyId?: string | undefined;
  withSubscription: boolean;
  deadline: Deadline;
};

export type Traces = {
  executed: boolean;
  /** The contact was reported open, or may have been. */
  opened: boolean;
  /** When the event reached Amazon, or may have (milliseconds since 1970). Absent if nothing was sent. */
  eventAt?: number;
  /** For a voice run that was sent or stopped as a loop. */
  chain?: VoiceStreak;
  /** When the first other run after a loop started (milliseconds since 1970). The trigger has a chain then. */
  triedAt?: number;
};

type ChangeOfTrigger = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** The batch read before an execution, and the write after it. */
export function createRunStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  /** Returns whether the condition held. */
  const change = (workspaceId: number, triggerId: string, update: ChangeOfTrigger): Promise<boolean> =>
    conditional(
      table.doc.send(new UpdateCommand({ TableName: table.name, Key: triggerKey(workspaceId, triggerId), ...update })),
    );

  return {
    async facts(request: FactsRequest): Promise<RunFacts> {
      const { workspaceId, triggerId, accessKeyId } = request;
      const places = {
        workspace: workspaceKey(workspaceId),
        trigger: triggerKey(workspaceId, triggerId),
        access: accessKey({ workspaceId }),
        subscription: request.withSubscription ? subscriptionKey(workspaceId) : undefined,
        accessKey: accessKeyId === undefined ? undefined : accessKeyItemKey(workspaceId, accessKeyId),
      };
      const keys = Object.values(places).filter((place) => place !== undefined);
      // Reads consistently: an older copy could contain a token that was just replaced.
      const found = await readBatch(table, keys, request.deadline);
      const items = new Map<unknown, Record<string, unknown>>(found.map((item) => [item['sk'], item]));
      const at = (place: keyof typeof places): unknown => live(items.get(places[place]?.sk), now());
      return {
        workspace: parseItem(runWorkspace, at('workspace'), report),
        trigger: parseItem(triggerItem, at('trigger'), report),
        access: parseItem(accessItem, at('access'), report),
        subscription: parseItem(subscriptionItem, at('subscription'), report),
        accessKey: parseItem(accessKeyItem, at('accessKey'), report),
      };
    },

    /**
     * Returns `gone` if the trigger was deleted in between. A run that started before the recorded one is stored next to
     * it, so that the stream receives it. Other recorded runs take one call.
     */
    async record(workspaceId: number, triggerId: string, run: Run, traces: Traces): Promise<'recorded' | 'gone'> {
      const kept = { ...run, ...(run.who !== undefined && { who: storedWho(run.who) }) };
      // Stored runs and `lastExecuted` only become newer, so a refused attempt stays refused.
      for (const as of ['newest', 'lastExecuted', 'overtaken'] as const) {
        if (as === 'lastExecuted' && !traces.executed) continue;
        if (await change(workspaceId, triggerId, recordUpdate(kept, traces, as))) return 'recorded';
      }
      return 'gone';
    },

    /**
     * Counts refusals by a limit in one history item for each minute, channel and caller, so that a flood does not hide
     * other runs.
     */
    async countRefusal(
      { id: triggerId, workspaceId }: Pick<TriggerItem, 'id' | 'workspaceId'>,
      { at, channel, outcome, ms, who, person }: Run,
      accessKeyId: string | undefined,
    ): Promise<void> {
      // One place for the whole minute. Readers sort by `at`, the time of the last refusal.
      const place = `${at.slice(0, 16)}:59.999Z`;
      const caller = accessKeyId ?? person ?? (who === undefined ? 'token' : hashOf(who).slice(0, 16));
      const id = ['limit', channel, outcome, caller].join('_');
      const first = { type: 'run', workspaceId, triggerId, id, channel, outcome, ms, stages: {} };
      const set = {
        ...first,
        ...(who !== undefined && { who: storedWho(who) }),
        ...(person !== undefined && { person }),
      };
      const names = Object.keys(set);
      await table.doc.send(
        new UpdateCommand({
          TableName: table.name,
          Key: runKey(triggerId, place, id),
          UpdateExpression: `SET ${names.map((name) => `#${name} = if_not_exists(#${name}, :${name})`).join(', ')}, #at = :at, expiresAt = :expiresAt ADD times :one`,
          ExpressionAttributeNames: { '#at': 'at', ...Object.fromEntries(names.map((name) => [`#${name}`, name])) },
          ExpressionAttributeValues: {
            ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
            ':at': at,
            ':expiresAt': historyEnd(at),
            ':one': 1,
          },
        }),
      );
    },

    /** Only if this is still the trigger's last run. */
    async forgetWho(workspaceId: number, triggerId: string, executionId: string): Promise<void> {
      await change(workspaceId, triggerId, {
        UpdateExpression: 'REMOVE #run.who, #run.person',
        ConditionExpression: '#run.id = :id',
        ExpressionAttributeNames: { '#run': 'run' },
        ExpressionAttributeValues: { ':id': executionId },
      });
    },

    /** Call once the history contains the run. */
    async dropOvertaken(workspaceId: number, triggerId: string, executionId: string): Promise<void> {
      await change(workspaceId, triggerId, {
        UpdateExpression: 'REMOVE overtaken',
        ConditionExpression: 'overtaken.id = :id',
        ExpressionAttributeValues: { ':id': executionId },
      });
    },

    /** Does nothing if a newer run has opened the contact again. */
    async closed(workspaceId: number, triggerId: string, openSince: number): Promise<void> {
      await change(workspaceId, triggerId, {
        UpdateExpression: 'SET closedAt = :now REMOVE openSince',
        ConditionExpression: 'openSince = :seen',
        ExpressionAttributeValues: { ':seen': openSince, ':now': now().getTime() },
      });
    },
  };
}

export type RunStore = ReturnType<typeof createRunStore>;

type RecordedAs =
  | 'newest'
  /** A newer run is recorded, but Amazon accepted no newer event. */
  | 'lastExecuted'
  | 'overtaken';

const conditions: Readonly<Record<RecordedAs, string>> = {
  newest: 'attribute_exists(pk) AND (attribute_not_exists(#run) OR #run.#at <= :at)',
  lastExecuted: 'attribute_exists(pk) AND (attribute_not_exists(lastExecuted) OR lastExecuted < :at)',
  overtaken: 'attribute_exists(pk)',
};

function recordUpdate(run: Run, { executed, opened, eventAt, chain, triedAt }: Traces, as: RecordedAs) {
  const values: Record<string, unknown> = { ':run': run };
  const sets = ['#run = :run'];
  if (as !== 'overtaken') values[':at'] = run.at;
  if (executed && as !== 'overtaken') sets.push('lastExecuted = :at');
  if (opened) {
    sets.push('openSince = :opened');
    values[':opened'] = Date.parse(run.at);
  }
  if (eventAt !== undefined) {
    sets.push('rangAt = :rang');
    values[':rang'] = eventAt;
  }
  if (chain) sets.push('chain = :chain');
  if (chain) values[':chain'] = chain;
  if (triedAt !== undefined) sets.push('chain.triedAt = :tried');
  if (triedAt !== undefined) values[':tried'] = triedAt;
  return {
    ConditionExpression: conditions[as],
    UpdateExpression: `SET ${sets.join(', ')}${opened ? ' REMOVE closedAt' : ''}`,
    ExpressionAttributeNames: {
      '#run': as === 'newest' ? 'run' : 'overtaken',
      ...(as === 'newest' && { '#at': 'at' }),
    },
    ExpressionAttributeValues: values,
  };
}
