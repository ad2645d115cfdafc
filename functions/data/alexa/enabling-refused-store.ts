import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';
import { throwTableBusy } from '#functions/platform/table-busy.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { neededAccounts, probeEveryMs, stageRefusedMs } from '#shared/rules/skill-state.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { refusedAccountsKey, refusedStageKey } from '../keys.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';
import { createReadStageState } from './read-stage-state.ts';

/** `stage`: nobody can cause it. `account`: a person can, from a browser or by where they live, so it takes several. */
export type RefusedFor = 'stage' | 'account';

/** `known`: this account was refused before, since the last success and within a day. `stands`: as of now, for anybody. */
export type Noted = 'known' | 'counted' | 'stands';

/** What a refusal is about: it says nothing of another skill, stage or client. */
export type Refused = {
  /** Its id and stage; undefined for an operator, who reads of whichever there is. */
  skill: string | undefined;
  /** The id of the client of the skill; undefined while it is not set up. */
  clientId: () => Promise<string | undefined>;
};

const accountsItem = z.object({
  type: z.literal('refusedAccounts'),
  skill: z.string(),
  /** Digests of the Amazon accounts. */
  accounts: z.optional(z.set(z.string())),
  /** A success within the last day, so that refused accounts stop nobody else. */
  succeededAt: z.optional(z.iso.datetime()),
  expiresAt: z.number(),
});

const daySeconds = 86_400;
const changedTooOften = throwTableBusy('Refused accounts changed too often to be counted.');
const digestOf = (amazonUserId: string): string => hashOf(amazonUserId).slice(0, 16);

/** Whether Amazon refuses to let this stage enable the skill, for anybody. */
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
  const state = createReadStageState(table, now, skill, report);

  async function stop(): Promise<NonNullable<TransactItem['Put']>> {
    const about = { type: 'refusedStage', skill, clientId: (await clientId()) ?? '' };
    const times = { askedAt: now().toISOString(), expiresAt: inSeconds(stageRefusedMs / 1000) };
    return { TableName, Item: { ...refusedStageKey, ...about, ...times } };
  }

  async function noteStage(): Promise<Noted> {
    await table.doc.send(new PutCommand(await stop()));
    return 'stands';
  }

  async function noteAccount(amazonUserId: string): Promise<Noted> {
    await forgetOld();
    const digest = digestOf(amazonUserId);
    return retryOnConflict<Noted>({ exhausted: changedTooOften }, async () => {
      // One write, so that no crash leaves an account counted whose stop is missing.
      if ((await transact(table, [addLast(digest), { Put: await stop() }])) === 'done') return 'stands';
      if ((await transact(table, [addEarly(digest)])) === 'done') return 'counted';
      const { Item } = await table.doc.send(new GetCommand({ ...ofAccounts, ConsistentRead: true }));
      const found = live(parseItem(accountsItem, Item, report), now());
      return !found || found.accounts?.has(digest) ? 'known' : 'conflict';
    });
  }

  /** What has expired, or is about another skill, counts no more, even before DynamoDB removes it. */
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

  const stands = async (): Promise<boolean> => (await state()).stands;

  /** False if the condition failed; `:refused` is the type of a stop. */
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
    stands,

    /** Whether the start of a flow may ask Amazon: while it stands one an hour may, which is as of now this one. */
    async mayAsk(): Promise<boolean> {
      if (!(await stands())) return true;
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
      return (await conditional(table.doc.send(probe))) || !(await stands());
    },

    note: (kind: RefusedFor, amazonUserId: string): Promise<Noted> =>
      kind === 'stage' ? noteStage() : noteAccount(amazonUserId),

    /**
     * Ends every refusal, also what single accounts were refused while a stop built up or stood; for a day no refused
     * account stops anybody else.
     */
    async succeeded(): Promise<void> {
      const [stood, { wasBuilding }] = await Promise.all([reopen('#type = :refused'), forgetAccounts()]);
      if (!stood && wasBuilding) await reopen('attribute_not_exists(pk) OR #type <> :refused');
    },
  };
}

export type EnablingRefusedStore = ReturnType<typeof createEnablingRefusedStore>;
