import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import {
  isTriggerFull,
  isWorkspaceFull,
  type Permits,
  type RateFacts,
  type RateLimits,
} from '#shared/rules/execution/rate-limit.ts';

import { parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { permitsKey } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

/** The item also has a count for each trigger, under the name that `nameOf` returns. */
const permitsItem = z.catchall(z.object({ count: z.number() }), z.unknown());

/** Long enough for a late process. */
const keptMinutes = 10;

type Place = { workspaceId: number; triggerId: string; minute: number };

export type PermitTaken = {
  outcome:
    | 'taken'
    /** The run would exceed the limit of its trigger. */
    | 'tooMany'
    /** The run would exceed the limit of its workspace. */
    | 'workspaceTooMany';
  /** The current counts. */
  permits: Permits;
};

/** Counts the runs of a workspace per minute in one item, so that one write checks both limits. */
export function createPermitStore(table: Table, report?: ReportUnreadable) {
  /**
   * Limits that this process saw reached in the latest minute, by trigger id and workspace id. Counts never fall, so
   * they stay reached.
   */
  let reached = { minute: 0, permits: new Map<string | number, Permits>() };

  function permitsIn(item: unknown, { triggerId, minute }: Place): Permits | undefined {
    const parsed = parseItem(permitsItem, item, report);
    return parsed && { minute, count: parsed.count, ofTrigger: z.parse(countOfTrigger, parsed[nameOf(triggerId)]) };
  }

  function noteReached({ workspaceId, triggerId, minute }: Place, known: Permits): void {
    if (reached.minute !== minute) reached = { minute, permits: new Map() };
    reached.permits.set(triggerId, known);
    if (known.reached !== 'tooMany') reached.permits.set(workspaceId, { ...known, ofTrigger: undefined });
  }

  async function read(workspaceId: number, minute: number): Promise<unknown> {
    const Key = permitsKey(workspaceId, minute);
    return (await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;
  }

  const find = async (place: Place): Promise<Permits | undefined> =>
    permitsIn(await read(place.workspaceId, place.minute), place);

  return {
    /** Returns a limit that this process knows to be reached, without a call. */
    reached: ({ workspaceId, triggerId, minute }: Place): Permits | undefined =>
      reached.minute === minute ? (reached.permits.get(triggerId) ?? reached.permits.get(workspaceId)) : undefined,

    find,

    /** Reads the counts of all triggers of a workspace at once. */
    async findAll(workspaceId: number, minute: number): Promise<(triggerId: string) => Permits | undefined> {
      const Item = await read(workspaceId, minute);
      return (triggerId) => permitsIn(Item, { workspaceId, triggerId, minute });
    },

    /** Counts exactly, even under concurrent calls. */
    async take(place: Place, limits: RateLimits): Promise<PermitTaken> {
      const { workspaceId, triggerId, minute } = place;
      const taking = new UpdateCommand({
        TableName: table.name,
        Key: permitsKey(workspaceId, minute),
        UpdateExpression: 'SET #type = :type, expiresAt = :expiresAt ADD #count :one, #trigger :one',
        ConditionExpression:
          '(attribute_not_exists(#count) OR #count < :most) AND (attribute_not_exists(#trigger) OR #trigger < :mostOfTrigger)',
        ExpressionAttributeNames: { '#type': 'type', '#count': 'count', '#trigger': nameOf(triggerId) },
        ExpressionAttributeValues: {
          ':type': 'permits',
          ':expiresAt': (minute + keptMinutes) * 60,
          ':one': 1,
          ':most': limitOf(limits.permitsPerMinute),
          ':mostOfTrigger': limitOf(limits.runsPerMinute),
        },
        ReturnValues: 'UPDATED_NEW',
      });
      // Counts only grow, so the read after a refusal confirms it. If it does not, try again.
      return retryOnConflict<PermitTaken>({ tries: 3 }, async () => {
        let item: unknown;
        const isTaken = await conditional(
          table.doc.send(taking).then(({ Attributes }) => {
            item = Attributes;
          }),
        );
        const none = { minute, count: 0, ofTrigger: 0 };
        const permits = (isTaken ? permitsIn(item, place) : await find(place)) ?? none;
        const outcome = reachedBy({ ...limits, permits, minute });
        // The last permit also reaches the limit, so this process knows it without a failed write.
        if (outcome) noteReached(place, { ...permits, reached: outcome });
        if (isTaken) return { outcome: 'taken', permits };
        return outcome ? { outcome, permits } : 'conflict';
      });
    },
  };
}

function reachedBy(facts: RateFacts): 'tooMany' | 'workspaceTooMany' | undefined {
  if (isTriggerFull(facts)) return 'tooMany';
  return isWorkspaceFull(facts) ? 'workspaceTooMany' : undefined;
}

export type PermitStore = ReturnType<typeof createPermitStore>;

const countOfTrigger = z._default(z.number(), 0);

/** Short names, so that 60 triggers in a minute fit into the 1 kB of one write unit. */
const nameOf = (triggerId: string): string => hashOf(triggerId).slice(0, 8);

/** DynamoDB has no infinity. */
const limitOf = (limit: number): number => Math.min(limit, Number.MAX_SAFE_INTEGER);
