import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items.ts';
import { claimKey } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

const answer = z.object({ outcome: z.enum(outcomeNames), executionId: z.string(), ms: z.number() });

const claimItem = z.object({
  type: z.literal('claim'),
  executionId: z.string(),
  /** From then on (ms since 1970) the holder counts as crashed. */
  runningUntil: z.optional(z.number()),
  answer: z.optional(answer),
  expiresAt: z.number(),
});

export type ClaimAnswer = z.output<typeof answer>;

export type Claim = { triggerId: string; hash: string; executionId: string };

/** A holder that crashed may have reached Amazon, so its claim reads as done with the outcome `unknown`. */
export type Claimed = { outcome: 'taken' | 'running' } | { outcome: 'done'; answer: ClaimAnswer };

export function createClaimStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const read = async ({ triggerId, hash }: Claim): Promise<Claimed> => {
    const key = claimKey(triggerId, hash);
    const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
    const item = parseItem(claimItem, live(Item, now()), report);
    // Released or expired a moment ago, so the next try gets it.
    if (!item) return { outcome: 'running' };
    if (item.answer) return { outcome: 'done', answer: item.answer };
    if ((item.runningUntil ?? 0) > now().getTime()) return { outcome: 'running' };
    return { outcome: 'done', answer: { outcome: 'unknown', executionId: item.executionId, ms: 0 } };
  };

  return {
    /** `holdMs`: after it a run counts as crashed; `lifeSeconds`: how long the answer is kept. */
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
        // The own claim is there when the answer to a first try was lost.
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now OR executionId = :id',
        ExpressionAttributeValues: { ':now': epochSeconds(now()), ':id': executionId },
      });
      return (await conditional(table.doc.send(put))) ? { outcome: 'taken' } : read(claim);
    },

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

    /** Only when nothing was sent. */
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
