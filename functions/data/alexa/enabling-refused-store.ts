import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';
import { throwTableBusy } from '#functions/platform/table-busy.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { neededAccounts, probeEveryMs, stageRefusedMs } from '#shared/rules/skill-state.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { refusedAccountsKey, refusedStageKey } from '../keys.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';
import { createReadEnablingStop } from './read-enabling-stop.ts';

/** The scope of a refusal. */
export type RefusedFor =
  /** No user can cause it, so one refusal stops the stage. */
  | 'stage'
  /** A user can cause it with their browser or country, so only refusals of several accounts stop the stage. */
  | 'account';

export type Noted =
  /** The account was refused before, since the last success and within a day. */
  | 'known'
  /** The account counts towards a stop. */
  | 'counted'
  /** The stage is now stopped for every user. */
  | 'stopped';

/** Refusals apply to one skill, stage and client only. */
export type Refused = {
  /** Skill id and stage; undefined for an operator, who reads the stored one. */
  skill: string | undefined;
  /** Id of the skill's client; undefined if it is not set up. */
  clientId: () => Promise<string | undefined>;
};

const accountsItem = z.object({
  type: z.literal('refusedAccounts'),
  skill: z.string(),
  /** Digests of Amazon user ids. */
  accounts: z.optional(z.set(z.string())),
  /** Set for a day after a success. Refused accounts do not stop other users during that time. */
  succeededAt: z.optional(z.iso.datetime()),
  expiresAt: z.number(),
});

const daySeconds = 86_400;
const changedTooOften = throwTableBusy('Refused accounts changed too often to be counted.');
const digestOf = (amazonUserId: string): string => hashOf(amazonUserId).slice(0, 16);

/** Stores whether Amazon refuses to let this stage enable the skill for any user. */
export function createEnablingRefusedStore(
  table: Table,
  now: () => Date,
  { skill = '', clientId }: Refused,
  report?: ReportUnreadable,
) {
  const TableName = table.name;
  const ofStage = { TableName, Key: refusedStageKey };
  const ofAccounts = { TableName, Key: refusedAccountsKey };
  const inSeconds = (seconds: number) => epochSeconds(now()) + seconds;
  const state = createReadEnablingStop(table, now, skill, report);

  async function stop(): Promise<NonNullable<TransactItem['Put']>> {
    const about = { type: 'refusedStage', skill, clientId: (await clientId()) ?? '' };
    const times = { askedAt: now().toISOString(), expiresAt: inSeconds(stageRefusedMs / 1000) };
    return { TableName, Item: { ...refusedStageKey, ...about, ...times } };
  }

  async function noteStage(): Promise<Noted> {
    await table.doc.send(new PutCommand(await stop()));
    return 'stopped';
  }

  async function noteAccount(amazonUserId: string): Promise<Noted> {
    await forgetOld();
    const digest = digestOf(amazonUserId);
    return retryOnConflict<Noted>({ exhausted: changedTooOften }, async () => {
      // One transaction, so that a crash cannot leave the last account counted without the stop.
      if ((await transact(table, [addLast(digest), { Put: await stop() }])) === 'done') return 'stopped';
      if ((await transact(table, [addEarly(digest)])) === 'done') return 'counted';
      const { Item } = await table.doc.send(new GetCommand({ ...ofAccounts, ConsistentRead: true }));
      const found = live(parseItem(accountsItem, Item, report), now());
      return !found || found.accounts?.has(digest) ? 'known' : 'conflict';
    });
  }

  /** Expired items and those of another skill do not count, even before DynamoDB removes them. */
  async function forgetOld(): Promise<void> {
    const old = {
      ConditionExpression: 'expiresAt <= :now OR (attribute_exists(pk) AND skill <> :skill)',
      ExpressionAttributeValues: { ':now': inSeconds(0), ':skill': skill },
    };
    await conditional(table.doc.send(new DeleteCommand({ ...ofAccounts, ...old })));
  }

  const add = (digest: string, condition: string): TransactItem => ({
    Update: {
      ...ofAccounts,
      UpdateExpression:
        'SET #type = :type, skill = :skill, expiresAt = if_not_exists(expiresAt, :end) ADD accounts :one',
      ConditionExpression: `NOT contains(accounts, :digest) AND (${condition})`,
      ExpressionAttributeNames: { '#type': 'type' },
      ExpressionAttributeValues: {
        ':type': 'refusedAccounts',
        ':skill': skill,
        ':end': inSeconds(daySeconds),
        ':one': new Set([digest]),
        ':digest': digest,
        ':others': neededAccounts - 1,
      },
    },
  });
  const addLast = (digest: string) => add(digest, 'size(accounts) >= :others AND attribute_not_exists(succeededAt)');
  const addEarly = (digest: string) =>
    add(digest, 'attribute_not_exists(accounts) OR attribute_exists(succeededAt) OR size(accounts) < :others');

  const isStopped = async (): Promise<boolean> => (await state()).isStopped;

  /** Returns false if the condition failed. `:refused` is the item type of a stop. */
  function reopen(condition: string): Promise<boolean> {
    const about = { type: 'reopenedStage', skill, reopenedAt: now().toISOString() };
    const put = new PutCommand({
      TableName,
      Item: { ...refusedStageKey, ...about, expiresAt: inSeconds(daySeconds) },
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#type': 'type' },
      ExpressionAttributeValues: { ':refused': 'refusedStage' },
    });
    return conditional(table.doc.send(put));
  }

  async function forgetAccounts(): Promise<{ wasBuilding: boolean }> {
    const fields = { type: 'refusedAccounts', skill, succeededAt: now().toISOString() };
    const Item = { ...refusedAccountsKey, ...fields, expiresAt: inSeconds(daySeconds) };
    const { Attributes } = await table.doc.send(new PutCommand({ TableName, Item, ReturnValues: 'ALL_OLD' }));
    const before = live(parseItem(accountsItem, Attributes, report), now());
    return { wasBuilding: before?.accounts !== undefined && before.succeededAt === undefined };
  }

  return {
    state,
    isStopped,

    /**
     * Whether a new flow may ask Amazon. While the stage is stopped, one flow an hour may, and a call that returns true
     * uses up that hour.
     */
    async mayAsk(): Promise<boolean> {
      if (!(await isStopped())) return true;
      const probe = new UpdateCommand({
        ...ofStage,
        UpdateExpression: 'SET askedAt = :now, clientId = :client',
        ConditionExpression: '#type = :refused AND (askedAt <= :before OR clientId <> :client)',
        ExpressionAttributeNames: { '#type': 'type' },
        ExpressionAttributeValues: {
          ':refused': 'refusedStage',
          ':now': now().toISOString(),
          ':before': new Date(now().getTime() - probeEveryMs).toISOString(),
          ':client': (await clientId()) ?? '',
        },
      });
      return (await conditional(table.doc.send(probe))) || !(await isStopped());
    },

    note: (kind: RefusedFor, amazonUserId: string): Promise<Noted> =>
      kind === 'stage' ? noteStage() : noteAccount(amazonUserId),

    /**
     * Ends every refusal, including those of single accounts that were counted before or during a stop. For a day,
     * refused accounts do not stop other users.
     */
    async succeeded(): Promise<void> {
      const [wasStopped, { wasBuilding }] = await Promise.all([reopen('#type = :refused'), forgetAccounts()]);
      if (!wasStopped && wasBuilding) await reopen('attribute_not_exists(pk) OR #type <> :refused');
    },
  };
}

export type EnablingRefusedStore = ReturnType<typeof createEnablingRefusedStore>;
