import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';
import { historyDays } from '#shared/rules/execution/history-days.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { groupMessageKey } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

export type GroupRun = {
  source: 'whatsapp';
  workspaceId: number;
  groupJid: string;
  messageId: string;
  /** A LID or a phone number; never log it. */
  senderId: string;
  senderName?: string | undefined;
  triggerId: string;
  executionId?: string | undefined;
  result: string;
  /** Set if a receipt may still arrive: the message shows ☑, or its answer says that the result is unknown. */
  awaits?: { groupId: number; replyHandle: string } | undefined;
};

const messageItem = z.object({
  type: z.literal('groupMessage'),
  state: z.enum([
    /** Our own message. */
    'ours',
    /** Being processed until `until` (milliseconds since 1970). */
    'claimed',
    'done',
  ]),
  claimId: z.optional(z.string()),
  fires: z.optional(z.boolean()),
  until: z.optional(z.number()),
  firing: z.optional(
    z.object({
      groupJid: z.string(),
      executionId: z.optional(z.string()),
      awaits: z.optional(z.object({ groupId: z.number(), replyHandle: z.string() })),
    }),
  ),
});

type MessageItem = z.output<typeof messageItem>;

/** Each delivery needs a unique `claimId`. */
export type GroupClaim = { instanceId: number; messageId: string; claimId: string; fires: boolean };

export type ClaimResult =
  | 'taken'
  /** A crashed process may have fired the trigger. */
  | 'lost'
  | 'running'
  /** The message was processed. */
  | 'over';

const keptSeconds = 48 * 3600;
const runSeconds = historyDays * 86_400;

export function createGroupMessageStore(table: Table, now: () => Date, report?: ReportUnreadable) {
  const keyOf = ({ instanceId, messageId }: Pick<GroupClaim, 'instanceId' | 'messageId'>) =>
    groupMessageKey(hashOf(`${instanceId} ${messageId}`));
  const expiry = (seconds: number): number => epochSeconds(now()) + seconds;

  const read = async (claim: Pick<GroupClaim, 'instanceId' | 'messageId'>): Promise<MessageItem | undefined> => {
    const command = new GetCommand({ TableName: table.name, Key: keyOf(claim), ConsistentRead: true });
    return parseItem(messageItem, live((await table.doc.send(command)).Item, now()), report);
  };

  const takeOver = async (claim: GroupClaim, dead: MessageItem, holdMs: number): Promise<ClaimResult> => {
    const isLost = dead.fires === true;
    const update = new UpdateCommand({
      TableName: table.name,
      Key: keyOf(claim),
      UpdateExpression: 'SET claimId = :id, #until = :until, fires = :fires, lost = :lost',
      ConditionExpression: '#state = :claimed AND (claimId = :dead OR claimId = :id)',
      ExpressionAttributeNames: { '#state': 'state', '#until': 'until' },
      ExpressionAttributeValues: {
        ':id': claim.claimId,
        ':dead': dead.claimId,
        ':until': now().getTime() + holdMs,
        ':fires': isLost || claim.fires,
        ':lost': isLost,
        ':claimed': 'claimed',
      },
    });
    if (!(await conditional(table.doc.send(update)))) return 'running';
    return isLost ? 'lost' : 'taken';
  };

  return {
    /** A claim older than `holdMs` belongs to a crashed process. */
    async take(claim: GroupClaim, holdMs: number): Promise<ClaimResult> {
      const { claimId, fires } = claim;
      const until = now().getTime() + holdMs;
      const item = { type: 'groupMessage', state: 'claimed', claimId, fires, until, expiresAt: expiry(keptSeconds) };
      const put = new PutCommand({
        TableName: table.name,
        Item: { ...keyOf(claim), ...item },
        // The stored claim is our own if the response to the first attempt was lost.
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now OR claimId = :id',
        ExpressionAttributeValues: { ':now': epochSeconds(now()), ':id': claimId },
      });
      if (await conditional(table.doc.send(put))) return 'taken';
      const held = await read(claim);
      // Just released; the gateway delivers the message again.
      if (!held) return 'running';
      if (held.state !== 'claimed') return 'over';
      return (held.until ?? 0) > now().getTime() ? 'running' : takeOver(claim, held, holdMs);
    },

    async finish(claim: GroupClaim, firing?: GroupRun): Promise<void> {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(claim),
        UpdateExpression: `SET #state = :done${firing ? ', firing = :firing, expiresAt = :end' : ''} REMOVE #until`,
        ConditionExpression: 'claimId = :id',
        ExpressionAttributeNames: { '#state': 'state', '#until': 'until' },
        ExpressionAttributeValues: {
          ':done': 'done',
          ':id': claim.claimId,
          ...(firing && { ':firing': firing, ':end': expiry(runSeconds) }),
        },
      });
      await conditional(table.doc.send(update));
    },

    /** Keeps the claim if the trigger may have fired. */
    async release(claim: GroupClaim): Promise<void> {
      const remove = new DeleteCommand({
        TableName: table.name,
        Key: keyOf(claim),
        ConditionExpression: 'claimId = :id AND (attribute_not_exists(lost) OR lost = :no)',
        ExpressionAttributeValues: { ':id': claim.claimId, ':no': false },
      });
      await conditional(table.doc.send(remove));
    },

    async keepOwn(instanceId: number, messageId: string): Promise<void> {
      const item = { type: 'groupMessage', state: 'ours', expiresAt: expiry(keptSeconds) };
      const Item = { ...keyOf({ instanceId, messageId }), ...item };
      await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    },

    find: (instanceId: number, messageId: string): Promise<MessageItem | undefined> => read({ instanceId, messageId }),

    /** Known for two days. */
    async isOurs(instanceId: number, messageId: string): Promise<boolean> {
      return (await read({ instanceId, messageId }))?.state === 'ours';
    },
  };
}

export type GroupMessageStore = ReturnType<typeof createGroupMessageStore>;
