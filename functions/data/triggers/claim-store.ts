import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { claimKey } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

const answer = z.object({
  outcome: z.enum(outcomeNames),
  executionId: z.string(),
  ms: z.number(),
  /** When the run started; only if the routine confirms runs. */
  awaitedSince: z.optional(z.iso.datetime()),
});

const claimItem = z.object({
  type: z.literal('claim'),
  executionId: z.string(),
  /** When the run started. */
  at: z.optional(z.iso.datetime()),
  /** The holder counts as crashed after this time (milliseconds since 1970). */
  runningUntil: z.optional(z.number()),
  answer: z.optional(answer),
  expiresAt: z.number(),
});

export type ClaimAnswer = z.output<typeof answer>;

export type Claim = { triggerId: string; hash: string; executionId: string };

/**
 * A crashed holder may have reached Amazon, so its claim is read as done with the outcome `unknown`. `lostSince` is
 * when its run started.
 */
export type FoundClaim =
  | { outcome: 'running' }
  | { outcome: 'done'; answer: ClaimAnswer & { lostSince?: string | undefined } };

export type Claimed = { outcome: 'taken' } | FoundClaim;

/**
 * `holdMs`: how long until a run counts as crashed. `lifeSeconds`: how long the answer is stored. `at`: when the run
 * started.
 */
type Hold = { holdMs: number; lifeSeconds: number; at?: string };

export function createClaimStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const find = async ({ triggerId, hash }: Claim): Promise<FoundClaim | undefined> => {
    const key = claimKey(triggerId, hash);
    const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
    const item = parseItem(claimItem, live(Item, now()), report);
    if (!item) return undefined;
    if (item.answer) return { outcome: 'done', answer: item.answer };
    if ((item.runningUntil ?? 0) > now().getTime()) return { outcome: 'running' };
    const { executionId, at: lostSince } = item;
    return { outcome: 'done', answer: { outcome: 'unknown', executionId, ms: 0, lostSince } };
  };

  return {
    async take(claim: Claim, { holdMs, lifeSeconds, at }: Hold): Promise<Claimed> {
      const { triggerId, hash, executionId } = claim;
      const item = {
        ...claimKey(triggerId, hash),
        type: 'claim',
        executionId,
        at,
        runningUntil: now().getTime() + holdMs,
        expiresAt: epochSeconds(now()) + lifeSeconds,
      };
      const put = new PutCommand({
        TableName: table.name,
        Item: item,
        // The stored claim is our own if the response to the first attempt was lost.
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now OR executionId = :id',
        ExpressionAttributeValues: { ':now': epochSeconds(now()), ':id': executionId },
      });
      if (await conditional(table.doc.send(put))) return { outcome: 'taken' };
      // The claim was just released or has expired, so the caller's next attempt can take it.
      return (await find(claim)) ?? { outcome: 'running' };
    },

    /** Reads without taking the claim. */
    find,

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

    /** Only if nothing was sent. */
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
