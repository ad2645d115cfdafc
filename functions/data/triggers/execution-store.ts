import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Channel } from '#shared/rules/channels.ts';
import { mergePages } from '#shared/rules/execution/merge-pages.ts';
import type { End } from '#shared/rules/execution/outcome-names.ts';
import { answerOf, type Answer } from '#shared/rules/execution/receipts.ts';
import { storedWho } from '#shared/rules/stored-who.ts';

import { epochSeconds, live, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { historyEnd, run, type Run } from '../items/trigger-item.ts';
import { dayKey, runKey, runPrefix, triggerIdIn, triggerPartition } from '../keys.ts';
import { transact, type Table, type TransactItem } from '../table.ts';
import { createExecutionFinder } from './execution-finder.ts';

const placeItem = z.object({ workspaceId: z.number() });

export type Counted = 'sent' | 'maybe' | 'failed';

const pageSize = 25;

export type Narrowing = {
  channel?: Channel;
  end?: End;
  /** The name as the history stores it. */
  who?: string;
  /** The group member, as conditions identify it. */
  person?: string;
  /** A UTC day. */
  day?: string;
};

/** With the trigger, for a list that is not about one trigger. */
export type RunOfTrigger = Run & { triggerId: string };

type RawPage = { items: Record<string, unknown>[]; next?: string };

/** A run takes about 300 bytes, so one read is about 60 kB and a page about half a megabyte at most. */
const runsPerRead = 200;
const maxReads = 8;

/** The SDK opens 50 connections at most. */
const atOnce = 12;

export function createExecutionStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  /** Whether a run is still awaited depends on the time, so the table's filter cannot decide it. */
  const isAnswered = (item: Record<string, unknown>, end: End): boolean => {
    const wanted = byTime[end];
    const { data } = run.safeParse(item);
    return !wanted || !data || answerOf(data, now()) === wanted;
  };

  const pageOf = async (
    triggerId: string,
    { before, only, reads }: { before: string | undefined; only: Narrowing; reads: number },
  ): Promise<RawPage> => {
    const partition = triggerPartition(triggerId);
    const narrow = narrowedBy(only);
    const found: Record<string, unknown>[] = [];
    let from = before;
    for (let read = 0; read < (narrow ? reads : 1); read += 1) {
      const { Items = [], LastEvaluatedKey } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: true,
          ScanIndexForward: false,
          // One run more than fits shows whether another page exists.
          Limit: narrow ? runsPerRead : pageSize + 1,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ...narrow?.names,
          ExpressionAttributeValues: { ':pk': partition, ':prefix': runPrefix + (only.day ?? ''), ...narrow?.values },
          ...(from !== undefined && { ExclusiveStartKey: { pk: partition, sk: `${runPrefix}${from}` } }),
        }),
      );
      found.push(...Items.filter((item) => !only.end || isAnswered(item, only.end)));
      from = positionOf(LastEvaluatedKey);
      if (from === undefined || found.length > pageSize) break;
    }
    const page = found.slice(0, pageSize);
    const next = found.length > pageSize ? positionOf(page.at(-1)) : from;
    return { items: page.filter((item) => live(item, now())), ...(next !== undefined && { next }) };
  };

  return {
    ...createExecutionFinder(table, now, report),

    /** Counts a run once, however often it is called. Returns `tooOld` for a run older than 90 days. */
    async keep(
      owner: { workspaceId: number; triggerId: string },
      kept: Run,
      counts: Counted | undefined,
    ): Promise<'kept' | 'keptBefore' | 'tooOld'> {
      const expiresAt = historyEnd(kept.at);
      if (expiresAt <= epochSeconds(now())) return 'tooOld';
      const put: TransactItem = {
        Put: {
          TableName: table.name,
          Item: { ...runKey(owner.triggerId, kept.at, kept.id), type: 'run', ...owner, ...kept, expiresAt },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      };
      const day = kept.at.slice(0, 10);
      const isAsked = counts === 'sent' && kept.openMs !== undefined;
      const count: TransactItem = {
        Update: {
          TableName: table.name,
          Key: dayKey(owner.workspaceId, day),
          UpdateExpression: `SET #type = :type, #day = :day, expiresAt = :expiresAt ADD #counted :one${isAsked ? ', asked :one' : ''}`,
          ExpressionAttributeNames: { '#type': 'type', '#day': 'day', '#counted': counts ?? 'sent' },
          ExpressionAttributeValues: { ':type': 'day', ':day': day, ':expiresAt': expiresAt, ':one': 1 },
        },
      };
      return (await transact(table, counts ? [put, count] : [put])) === 'done' ? 'kept' : 'keptBefore';
    },

    /**
     * Newest first. `before` is the `next` of the previous page. Counted refusals are stored at the end of their minute,
     * so only a page that ends within such a minute may be followed by a newer run. A filtered page may contain few runs
     * or none and still have a `next`.
     */
    async list(triggerId: string, before?: string, only: Narrowing = {}): Promise<{ runs: Run[]; next?: string }> {
      const { items, next } = await pageOf(triggerId, { before, only, reads: maxReads });
      return { runs: newestFirst(parseItems(run, items, report)), ...(next !== undefined && { next }) };
    },

    /**
     * Like `list`, for several triggers as one history. Takes one query per trigger, or `maxReads` queries in total if
     * there are fewer triggers and a filter.
     */
    async listTogether(
      triggerIds: readonly string[],
      before?: string,
      only: Narrowing = {},
    ): Promise<{ runs: RunOfTrigger[]; next?: string }> {
      const reads = Math.max(1, Math.floor(maxReads / triggerIds.length));
      const pages: RawPage[] = [];
      await mapConcurrently(triggerIds, atOnce, async (id) => pages.push(await pageOf(id, { before, only, reads })));
      const { items, next } = mergePages(pages, (item) => positionOf(item) ?? '', pageSize);
      const runs = items.flatMap((item) => {
        const triggerId = triggerIdIn(String(item['pk'])) ?? '';
        return parseItems(run, [item], report).map((each) => ({ ...each, triggerId }));
      });
      return { runs: newestFirst(runs), ...(next !== undefined && { next }) };
    },

    /** Also works for a deleted trigger. */
    async workspaceOf(triggerId: string): Promise<number | undefined> {
      const { Items } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: true,
          ScanIndexForward: false,
          Limit: 1,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': triggerPartition(triggerId), ':prefix': runPrefix },
        }),
      );
      return parseItems(placeItem, Items, report)[0]?.workspaceId;
    },
  };
}

const byTime: Readonly<Partial<Record<End, Answer>>> = { awaited: 'awaited', unanswered: 'none' };

const notAnswered = 'attribute_not_exists(#ran) AND attribute_not_exists(#answer)';
const isOpen = `#outcome = :sent AND attribute_exists(openMs) AND ${notAnswered}`;

/** The routine's answer decides, whatever Amazon answered. */
const filters: Readonly<Record<End, string>> = {
  ran: 'attribute_exists(#ran)',
  awaited: isOpen,
  unanswered: isOpen,
  shared: 'attribute_exists(#answer)',
  sent: `#outcome = :sent AND attribute_not_exists(openMs) AND ${notAnswered}`,
  maybeSent: `#outcome = :unknown AND ${notAnswered}`,
  notSent: `NOT #outcome IN (:sent, :unknown) AND ${notAnswered}`,
};

function narrowedBy({ channel, end, who, person }: Narrowing) {
  // Older runs store the channel as `door`.
  const conditions = [
    channel && '(#channel = :channel OR #door = :channel)',
    end && filters[end],
    who !== undefined && '#who = :who',
    person !== undefined && '#person = :person',
  ];
  const FilterExpression = conditions.filter(Boolean).join(' AND ');
  if (FilterExpression === '') return undefined;
  // DynamoDB rejects unused names and values.
  const pickUsed = <Value>(all: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => FilterExpression.includes(name)));
  return {
    names: {
      FilterExpression,
      ExpressionAttributeNames: pickUsed({
        '#channel': 'channel',
        '#door': 'door',
        '#outcome': 'outcome',
        '#answer': 'answer',
        '#ran': 'ranMs',
        '#who': 'who',
        '#person': 'person',
      }),
    },
    values: pickUsed({
      ':channel': channel,
      ':sent': 'sent',
      ':unknown': 'unknown',
      ':who': who === undefined ? undefined : storedWho(who),
      ':person': person,
    }),
  };
}

/** Stable, so runs of the same millisecond keep their order. */
const newestFirst = <Each extends Run>(runs: readonly Each[]): Each[] =>
  runs.toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));

function positionOf(key: Record<string, unknown> | undefined): string | undefined {
  const sk = key?.['sk'];
  return typeof sk === 'string' ? sk.slice(runPrefix.length) : undefined;
}

export type ExecutionStore = ReturnType<typeof createExecutionStore>;
