import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items.ts';
import { claimKey } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

const answer = z.object({ outcome: z.enum(outcomeNames), executionId: z.string(), ms: z.number() });

const claimItem = z.object({
  type: z.literal('claim'),
  /** The run that holds it. */
  executionId: z.string(),
  /** While it runs: from then on (ms since 1970) the holder counts as crashed. */
  runningUntil: z.optional(z.number()),
  /** Once it is done. */
  answer: z.optional(answer),
  expiresAt: z.number(),
});

/** The answer to the first call with a key, and to every later one. */
export type ClaimAnswer = z.output<typeof answer>;

export type Claim = { triggerId: string; hash: string; executionId: string };

/**
 * `taken`: this run is the one. `running`: another one is at it. `done`: it is over, with this answer. A holder that
 * crashed may have reached Amazon, so what it leaves behind reads as done with the outcome `unknown`.
 */
export type Claimed = { outcome: 'taken' | 'running' } | { outcome: 'done'; answer: ClaimAnswer };

/** Idempotency keys, chat messages and directives: the first to claim one is the only one to fire. */
export function createClaimStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const read = async ({ triggerId, hash }: Claim): Promise<Claimed> => {
    const key = claimKey(triggerId, hash);
    const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
    const item = parseItem(claimItem, live(Item, now()), report);
    // Released or run out a moment ago: the next caller gets it.
    if (!item) return { outcome: 'running' };
    if (item.answer) return { outcome: 'done', answer: item.answer };
    if ((item.runningUntil ?? 0) > now().getTime()) return { outcome: 'running' };
    return { outcome: 'done', answer: { outcome: 'unknown', executionId: item.executionId, ms: 0 } };
  };

  return {
    /** `holdMs`: how long a run may take before it counts as crashed; `lifeSeconds`: how long the answer is kept. */
    async take(claim: Claim, { holdMs, lifeSeconds }: { holdMs: number; lifeSeconds: number }): Promise<Claimed> {
      const { triggerId, hash, executionId } = claim;
      const item = {
        ...claimKey(triggerId, hash),
        type: 'claim',
        executionId,
        runningUntil: now().getTime() + holdMs,
        expiresAt: epochSeconds(now()) + lifeSeconds,
      };
      const put = new PutCommand({
        TableName: table.name,
        Item: item,
        // An own claim is there when the answer to a first try was lost.
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now OR executionId = :id',
        ExpressionAttributeValues: { ':now': epochSeconds(now()), ':id': executionId },
      });
      return (await conditional(table.doc.send(put))) ? { outcome: 'taken' } : read(claim);
    },

    /** From now on every call with this key gets this answer. */
    async finish({ triggerId, hash }: Claim, given: ClaimAnswer): Promise<void> {
      await conditional(
        table.doc.send(
          new UpdateCommand({
            TableName: table.name,
            Key: claimKey(triggerId, hash),
            UpdateExpression: 'SET answer = :answer REMOVE runningUntil',
            ConditionExpression: 'executionId = :id',
            ExpressionAttributeValues: { ':answer': given, ':id': given.executionId },
          }),
        ),
      );
    },

    /** Nothing was sent: the next call with this key may try. */
    async release({ triggerId, hash, executionId }: Claim): Promise<void> {
      await conditional(
        table.doc.send(
          new DeleteCommand({
            TableName: table.name,
            Key: claimKey(triggerId, hash),
            ConditionExpression: 'executionId = :id',
            ExpressionAttributeValues: { ':id': executionId },
          }),
        ),
      );
    },
  };
}

export type ClaimStore = ReturnType<typeof createClaimStore>;
