import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { connectingProblems, type ConnectingProblem } from '#shared/rules/connecting-problems.ts';

import { countUpTo } from '../count-up-to.ts';
import type { AccessItem } from '../items/grant-item.ts';
import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { accessKey, connectingKey, connectsKey, workspaceKey } from '../keys.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';
import { sameLink } from './same-link.ts';

/** The step that the flow waits for: the user's consent, Alexa spending the code, the grant. */
export const connectingSteps = ['allow', 'enable', 'grant'] as const;
export type ConnectingStep = (typeof connectingSteps)[number];

const connectingItem = z.object({
  type: z.literal('connecting'),
  /** A newer start has a different id. */
  chainId: z.string(),
  workspaceId: z.number(),
  /** The number of the Amazon link that the flow belongs to. */
  link: z.number(),
  amazonUserId: z.string(),
  step: z.enum(connectingSteps),
  /** When this step began. */
  since: z.iso.datetime(),
  problem: z.optional(z.enum(connectingProblems)),
  /** Alexa reported the skill as enabled before we enabled it. */
  wasEnabled: z.optional(z.literal(true)),
  /** Alexa reported the skill as enabled when we enabled it. */
  isEnabled: z.optional(z.literal(true)),
  expiresAt: z.number(),
});

export type Connecting = z.output<typeof connectingItem>;
/** Identifies a flow. A flow is changed only while it is the newest of its workspace. */
export type EnablingFlow = Pick<Connecting, 'chainId' | 'workspaceId' | 'link' | 'amazonUserId'>;

const lifeSeconds = 600;
/** Facts that Alexa reported about the skill before this step. */
export type SkillFacts = Pick<Connecting, 'wasEnabled'>;

/** Alexa may confirm late, and the page shows the help text until then. */
const grantLifeSeconds = 86_400;
const hourMs = 3_600_000;
export const connectsPerHour = 5;

export function createConnectingStore(table: Table, now: () => Date, report?: ReportUnreadable) {
  const TableName = table.name;
  const expiresAt = (seconds = lifeSeconds): number => epochSeconds(now()) + seconds;

  const change = ({ chainId, workspaceId }: EnablingFlow, fields: Partial<Connecting>, seconds?: number): Update => {
    const all = Object.entries({ ...fields, expiresAt: expiresAt(seconds) });
    return {
      TableName,
      Key: connectingKey(workspaceId),
      UpdateExpression: `SET ${all.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: 'chainId = :chain',
      ExpressionAttributeNames: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ':chain': chainId,
        ...Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
      },
    };
  };
  const write = async (update: Update): Promise<'done' | 'replaced'> =>
    (await conditional(table.doc.send(new UpdateCommand(update)))) ? 'done' : 'replaced';

  return {
    async find(workspaceId: number): Promise<Connecting | undefined> {
      const get = new GetCommand({ TableName, Key: connectingKey(workspaceId), ConsistentRead: true });
      return parseItem(connectingItem, live((await table.doc.send(get)).Item, now()), report);
    },

    /** Counts a start: at most five in each clock hour. */
    async count(userId: string): Promise<'counted' | 'tooMany'> {
      const hour = Math.floor(now().getTime() / hourMs);
      return countUpTo(table, {
        key: connectsKey(userId, hour),
        type: 'connects',
        max: connectsPerHour,
        expiresAt: (hour + 2) * (hourMs / 1000),
      });
    },

    async isOverLimit(userId: string): Promise<boolean> {
      const Key = connectsKey(userId, Math.floor(now().getTime() / hourMs));
      const { Item } = await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Number(Item?.['count'] ?? 0) >= connectsPerHour;
    },

    /** Replaces an older flow. Returns `linkChanged` if the workspace no longer has this link. */
    async begin(flow: EnablingFlow, known: Pick<Connecting, 'problem'> = {}): Promise<'begun' | 'linkChanged'> {
      const { chainId, workspaceId, link, amazonUserId } = flow;
      const item: Connecting = {
        type: 'connecting',
        chainId,
        workspaceId,
        link,
        amazonUserId,
        step: 'allow',
        since: now().toISOString(),
        expiresAt: expiresAt(),
        ...known,
      };
      const result = await transact(table, [
        sameLink(table, workspaceId, link),
        { Put: { TableName, Item: { ...connectingKey(workspaceId), ...item } } },
      ]);
      return result === 'done' ? 'begun' : 'linkChanged';
    },

    /** Returns `replaced` if a newer flow replaced this one, or if it was cancelled. */
    advance: (flow: EnablingFlow, step: ConnectingStep, seen: SkillFacts = {}): Promise<'done' | 'replaced'> =>
      write(
        change(flow, { step, since: now().toISOString(), ...seen }, step === 'grant' ? grantLifeSeconds : lifeSeconds),
      ),

    /** Stores that Alexa enabled the skill. The flow already waits for the grant. */
    noteEnabled: (flow: EnablingFlow, seen: { wasEnabled?: true }): Promise<'done' | 'replaced'> =>
      write(change(flow, { isEnabled: true, ...seen }, grantLifeSeconds)),

    /**
     * Stored with the link, because the skill is off for all its flows and for longer than any of them. Returns the
     * time of the note, for `withdrawOff`, or undefined if the workspace has another link by now.
     */
    async noteOff(flow: EnablingFlow, as: 'asked' | 'disabled'): Promise<string | undefined> {
      const at = now().toISOString();
      const off = { at, ...(as === 'disabled' && { isSure: true }) };
      const update = new UpdateCommand(changeLink(table, flow, 'SET #link.skillOff = :value', off));
      return (await conditional(table.doc.send(update))) ? at : undefined;
    },

    /** Removes the note of that request, but not one that Alexa confirmed in between. */
    async withdrawOff(flow: EnablingFlow, askedAt: string): Promise<void> {
      const { ConditionExpression, ...update } = changeLink(table, flow, 'REMOVE #link.skillOff', askedAt);
      await conditional(
        table.doc.send(
          new UpdateCommand({
            ...update,
            ConditionExpression: `${ConditionExpression} AND #link.skillOff.#at = :value AND attribute_not_exists(#link.skillOff.isSure)`,
            ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#at': 'at' },
          }),
        ),
      );
    },

    /** Call after Alexa reported the skill as enabled. */
    async clearOff({ workspaceId, link }: EnablingFlow): Promise<void> {
      await conditional(
        table.doc.send(
          new UpdateCommand({
            TableName,
            Key: workspaceKey(workspaceId),
            UpdateExpression: 'REMOVE #link.skillOff',
            ConditionExpression: '#link.#number = :link AND attribute_exists(#link.skillOff)',
            ExpressionAttributeNames: { '#link': 'link', '#number': 'number' },
            ExpressionAttributeValues: { ':link': link },
          }),
        ),
      );
    },

    fail: (flow: EnablingFlow, problem: ConnectingProblem): Promise<'done' | 'replaced'> =>
      write(change(flow, { problem })),

    /**
     * Stores that Amazon does not let us enable the skill: in the ended grant, or in the link if there is none. Stores
     * only the problem of the flow if the grant or the link changed in between.
     */
    async refuse(flow: EnablingFlow, access: AccessItem | undefined): Promise<'done' | 'replaced'> {
      const failed = change(flow, { problem: 'amazon.enablementRefused' });
      const at = now().toISOString();
      const fact = access
        ? refusedGrant(table, flow, access, at)
        : { Update: changeLink(table, flow, 'SET #link.reconnectRefusedAt = :value', at) };
      const result = await transact(table, [{ Update: failed }, fact]);
      return result === 'done' ? 'done' : write(failed);
    },

    async cancel(workspaceId: number): Promise<void> {
      await table.doc.send(new DeleteCommand({ TableName, Key: connectingKey(workspaceId) }));
    },

    /** Call once the grant is stored. */
    async end({ chainId, workspaceId }: EnablingFlow): Promise<void> {
      await conditional(
        table.doc.send(
          new DeleteCommand({
            TableName,
            Key: connectingKey(workspaceId),
            ConditionExpression: 'chainId = :chain',
            ExpressionAttributeValues: { ':chain': chainId },
          }),
        ),
      );
    },
  };
}

export type ConnectingStore = ReturnType<typeof createConnectingStore>;

type Update = NonNullable<TransactItem['Update']>;

const refusedGrant = (
  table: Table,
  { workspaceId }: EnablingFlow,
  { version }: AccessItem,
  at: string,
): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: accessKey({ workspaceId }),
    UpdateExpression: 'SET reconnectRefusedAt = :at',
    ConditionExpression: '(#state = :revoked OR attribute_exists(unknownAt)) AND #version = :version',
    ExpressionAttributeNames: { '#state': 'state', '#version': 'version' },
    ExpressionAttributeValues: { ':at': at, ':revoked': 'revoked', ':version': version },
  },
});

const changeLink = (table: Table, { workspaceId, link }: EnablingFlow, change: string, value: unknown): Update => ({
  TableName: table.name,
  Key: workspaceKey(workspaceId),
  UpdateExpression: change,
  ConditionExpression: '#link.#number = :link',
  ExpressionAttributeNames: { '#link': 'link', '#number': 'number' },
  ExpressionAttributeValues: { ':value': value, ':link': link },
});
