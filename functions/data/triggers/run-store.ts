import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { Chain } from '#shared/rules/execution/loop.ts';

import { accessItem, type AccessItem } from '../alexa/grant-item.ts';
import { subscriptionItem, type SubscriptionItem } from '../billing/subscription-item.ts';
import { live, parseItem, type ReportUnreadable } from '../items.ts';
import { accessKey, subscriptionKey, triggerKey, workspaceKey } from '../keys.ts';
import { readBatch } from '../read-batch.ts';
import { conditional, isConditionFailed, type Table } from '../table.ts';
import type { WorkspaceItem } from '../workspaces/workspace-store.ts';
import { triggerItem, type Run, type TriggerItem } from './trigger-item.ts';

/** Written out here, because the whole item would bring all its contracts into the webhook. */
const runWorkspace = z.object({
  status: z.enum(['ATIVO', 'INATIVO'] satisfies WorkspaceItem['status'][]),
  tokenHash: z.string(),
  link: z.optional(z.object({ number: z.number(), amazonUserId: z.string() })),
});

export type RunFacts = {
  workspace: z.output<typeof runWorkspace> | undefined;
  trigger: TriggerItem | undefined;
  access: AccessItem | undefined;
  /** Only when it was asked for. */
  subscription: SubscriptionItem | undefined;
};

export type FactsRequest = {
  workspaceId: number;
  triggerId: string;
  withSubscription: boolean;
  deadline: Deadline;
};

export type Traces = {
  executed: boolean;
  /** Minutes since 1970; `fresh` when no run was seen in it before. Absent: not counted. */
  counted?: { minute: number; fresh: boolean };
  /** The contact was, or may have been, reported open. */
  opened: boolean;
  /** When the event had reached Amazon, or may have (ms since 1970). Absent: nothing was sent. */
  eventAt?: number;
  /** Of a voice run that was sent, or held back as a loop. */
  chain?: Chain;
};

/** An execution's two calls to the table: one batch read before, one write after. */
export function createRunStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  return {
    async facts(request: FactsRequest): Promise<RunFacts> {
      const { workspaceId, triggerId } = request;
      const keys = [workspaceKey(workspaceId), triggerKey(workspaceId, triggerId), accessKey({ workspaceId })];
      if (request.withSubscription) keys.push(subscriptionKey(workspaceId));
      // An older copy would still have the token that was just replaced.
      const found = await readBatch(table, keys, request.deadline);
      const items = new Map<unknown, Record<string, unknown>>(found.map((item) => [item['sk'], item]));
      const at = (index: number): unknown => live(items.get(keys[index]?.sk), now());
      return {
        workspace: parseItem(runWorkspace, at(0), report),
        trigger: parseItem(triggerItem, at(1), report),
        access: parseItem(accessItem, at(2), report),
        subscription: parseItem(subscriptionItem, at(3), report),
      };
    },

    /** `gone`: the trigger was deleted meanwhile. */
    async record(workspaceId: number, triggerId: string, run: Run, traces: Traces): Promise<'recorded' | 'gone'> {
      try {
        await table.doc.send(
          new UpdateCommand({
            TableName: table.name,
            Key: triggerKey(workspaceId, triggerId),
            ConditionExpression: 'attribute_exists(pk)',
            ...recordUpdate({ ...run, ...(run.who !== undefined && { who: shortened(run.who) }) }, traces),
          }),
        );
        return 'recorded';
      } catch (error) {
        if (isConditionFailed(error)) return 'gone';
        throw error;
      }
    },

    /** Only while the trigger's last run is this one. */
    async forgetWho(workspaceId: number, triggerId: string, executionId: string): Promise<void> {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: triggerKey(workspaceId, triggerId),
        UpdateExpression: 'REMOVE #run.who',
        ConditionExpression: '#run.id = :id',
        ExpressionAttributeNames: { '#run': 'run' },
        ExpressionAttributeValues: { ':id': executionId },
      });
      await conditional(table.doc.send(update));
    },

    /** Unless a newer run has opened it again. */
    async closed(workspaceId: number, triggerId: string, openSince: number): Promise<void> {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: triggerKey(workspaceId, triggerId),
        UpdateExpression: 'SET closedAt = :now REMOVE openSince',
        ConditionExpression: 'openSince = :seen',
        ExpressionAttributeValues: { ':seen': openSince, ':now': now().getTime() },
      });
      await conditional(table.doc.send(update));
    },
  };
}

export type RunStore = ReturnType<typeof createRunStore>;

function recordUpdate(run: Run, { executed, counted, opened, eventAt, chain }: Traces) {
  const sets = ['#run = :run'];
  const names: Record<string, string> = { '#run': 'run' };
  const values: Record<string, unknown> = { ':run': run };
  if (executed) sets.push('lastExecuted = :at');
  if (executed) values[':at'] = run.at;
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
  if (counted) {
    names['#rate'] = 'rate';
    if (counted.fresh) {
      sets.push('#rate = :rate');
      values[':rate'] = { minute: counted.minute, count: 1 };
    } else {
      sets.push('#rate.#count = #rate.#count + :one');
      names['#count'] = 'count';
      values[':one'] = 1;
    }
  }
  return {
    UpdateExpression: `SET ${sets.join(', ')}${opened ? ' REMOVE closedAt' : ''}`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

const whoBytes = 40;

/** A name of any length must not push the item past 1 kB. */
function shortened(who: string): string {
  let text = '';
  for (const letter of who) {
    if (Buffer.byteLength(text) + Buffer.byteLength(letter) > whoBytes) break;
    text += letter;
  }
  return text;
}
