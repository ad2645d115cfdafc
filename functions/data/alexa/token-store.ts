import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

import {
  accessItem,
  type AccessItem,
  type GatewayRegion,
  type GrantItem,
  type Revocation,
} from '../items/grant-item.ts';
import { live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { accessKey, grantKey, type Key, type TokenHolder } from '../keys.ts';
import { outboxPut } from '../outbox/outbox-store.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';

export type LockOutcome =
  | { outcome: 'taken' }
  /** Another process is renewing this version. */
  | { outcome: 'held'; access: AccessItem }
  /** The stored version is newer or revoked. */
  | { outcome: 'moved'; access: AccessItem }
  | { outcome: 'gone' };

export type Renewed = {
  lockId: string;
  sealedAccess: string;
  tokenExpiresAt: Date;
  /** Set only if Amazon issued another refresh token. `from` is the grant whose token was sent. */
  rotated?: { sealedRefresh: string; from: GrantItem };
};

export type GrantEnding = {
  /** Version of the refresh token, if that was refused. */
  grantVersion?: number | undefined;

  /** The reason, if a more precise one is known. */
  as?: Revocation | undefined;

  /** Notifies the owner by e-mail unless false. */
  notifiesOwner?: boolean | undefined;
};

/** A change is written only while this version is stored. */
export type TokenVersion = Pick<AccessItem, 'amazonUserId' | 'version'>;

export type TokenStore = ReturnType<typeof createTokenStore>;

export function createTokenStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const findAccess = async (holder: TokenHolder): Promise<AccessItem | undefined> => {
    const get = new GetCommand({ TableName: table.name, Key: accessKey(holder), ConsistentRead: true });
    return parseItem(accessItem, live((await table.doc.send(get)).Item, now()), report);
  };

  const write = (update: Update): Promise<boolean> => conditional(table.doc.send(new UpdateCommand(update)));

  const changeAccess = (holder: TokenHolder, version: number, change: Change): Update =>
    versionedUpdate(table, accessKey(holder), version, change);

  /** Changes the access token and its grant in one transaction. */
  async function changeBoth(
    holder: TokenHolder,
    { amazonUserId, version }: TokenVersion,
    change: Change,
  ): Promise<void> {
    const permission = versionedUpdate(table, grantKey(amazonUserId), undefined, change);
    await transact(table, [{ Update: changeAccess(holder, version, change) }, { Update: permission }]);
  }

  const completion = (holder: TokenHolder, version: number, renewed: Renewed): Update =>
    changeAccess(holder, version, {
      update: 'SET sealed = :sealed, tokenExpiresAt = :until, #version = :next REMOVE #lock',
      condition: '#lock.#id = :lockId',
      names: { '#lock': 'lock', '#id': 'id' },
      values: {
        ':sealed': renewed.sealedAccess,
        ':until': renewed.tokenExpiresAt.toISOString(),
        ':next': version + 1,
        ':lockId': renewed.lockId,
      },
    });

  const notifyOwner = (holder: TokenHolder, version: number): TransactItem[] =>
    'workspaceId' in holder
      ? [
          outboxPut(
            table,
            { topic: 'findings', workspaceId: holder.workspaceId },
            { id: `revoked-${version}`, now: now() },
          ),
        ]
      : [];

  return {
    findAccess,

    /** `lock.until` is in milliseconds since 1970. */
    async takeLock(holder: TokenHolder, version: number, lock: { id: string; until: number }): Promise<LockOutcome> {
      const taken = await write(
        changeAccess(holder, version, {
          update: 'SET #lock = :lock',
          // The stored lock is our own if the response to the first attempt was lost.
          condition: '#state = :valid AND (attribute_not_exists(#lock) OR #lock.#until <= :now OR #lock.#id = :id)',
          names: { '#lock': 'lock', '#state': 'state', '#until': 'until', '#id': 'id' },
          values: { ':lock': lock, ':valid': 'valid', ':now': now().getTime(), ':id': lock.id },
        }),
      );
      if (taken) return { outcome: 'taken' };
      const access = await findAccess(holder);
      if (!access) return { outcome: 'gone' };
      return { outcome: access.version === version && access.state === 'valid' ? 'held' : 'moved', access };
    },

    /** Call after a failed renewal, so that the next run does not have to wait. */
    async releaseLock(holder: TokenHolder, version: number, lockId: string): Promise<void> {
      const release = { update: 'REMOVE #lock', condition: '#lock.#id = :id', values: { ':id': lockId } };
      await write(changeAccess(holder, version, { ...release, names: { '#lock': 'lock', '#id': 'id' } }));
    },

    /** Returns `overtaken` if the version changed, or if the grant was attached or detached. */
    async complete(holder: TokenHolder, version: number, renewed: Renewed): Promise<'stored' | 'overtaken'> {
      const access = completion(holder, version, renewed);
      if (!renewed.rotated) return (await write(access)) ? 'stored' : 'overtaken';
      const rotation = rotate(table, renewed.rotated);
      if ((await transact(table, [{ Update: access }, { Update: rotation }])) === 'done') return 'stored';
      // The old refresh token may be invalid by now: store the new one unless a newer grant replaced it.
      await write(rotation);
      return 'overtaken';
    },

    /** Deletes a detached grant. */
    async revoke(
      holder: TokenHolder,
      { amazonUserId, version }: TokenVersion,
      { grantVersion, as = 'accessEnded', ...ending }: GrantEnding = {},
    ): Promise<'revoked' | 'overtaken'> {
      const change = 'workspaceId' in holder ? revocation(now(), as) : undefined;
      const result = await transact(
        table,
        change
          ? [
              { Update: changeAccess(holder, version, change) },
              { Update: versionedUpdate(table, grantKey(amazonUserId), grantVersion, change) },
              ...(ending.notifiesOwner === false ? [] : notifyOwner(holder, version)),
            ]
          : [
              { Delete: versionedTarget(table, accessKey(holder), version) },
              { Delete: versionedTarget(table, grantKey(amazonUserId), grantVersion) },
            ],
      );
      return result === 'done' ? 'revoked' : 'overtaken';
    },

    /** Stores whether the gateway knows the skill for this account. */
    setKnown: (holder: TokenHolder, version: TokenVersion, isKnown: boolean): Promise<void> =>
      changeBoth(holder, version, {
        update: isKnown ? 'REMOVE unknownAt' : 'SET unknownAt = :at',
        condition: '#state = :valid',
        names: { '#state': 'state' },
        values: { ':valid': 'valid', ...(!isKnown && { ':at': now().toISOString() }) },
      }),

    /** Queues one gateway check for each grant: concurrent runs write the same key. */
    async scheduleGatewayCheck(
      workspaceId: number,
      access: Pick<AccessItem, 'amazonUserId' | 'grantedAt'>,
      dueAt: Date,
    ) {
      const { amazonUserId, grantedAt } = access;
      const entry = { topic: 'checkGrant', amazonUserId, workspaceId, asks: 'gateway' } as const;
      await transact(table, [outboxPut(table, entry, { id: 'gateway', now: new Date(grantedAt), dueAt })]);
    },

    setRegion: (holder: TokenHolder, version: TokenVersion, region: GatewayRegion): Promise<void> =>
      changeBoth(holder, version, {
        update: 'SET #region = :region',
        names: { '#region': 'region' },
        values: { ':region': region },
      }),
  };
}

type Change = {
  update: string;
  condition?: string;
  names: Record<string, string>;
  values: Record<string, unknown>;
};

type Update = NonNullable<TransactItem['Update']>;

const versionedTarget = (table: Table, key: Key, version: number | undefined) => ({
  TableName: table.name,
  Key: key,
  ConditionExpression: version === undefined ? 'attribute_exists(pk)' : '#version = :version',
  ...(version !== undefined && {
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  }),
});

function versionedUpdate(table: Table, key: Key, version: number | undefined, change: Change): Update {
  const aim = versionedTarget(table, key, version);
  return {
    ...aim,
    UpdateExpression: change.update,
    ConditionExpression: [aim.ConditionExpression, ...(change.condition ? [change.condition] : [])].join(' AND '),
    ExpressionAttributeNames: { ...aim.ExpressionAttributeNames, ...change.names },
    ExpressionAttributeValues: { ...aim.ExpressionAttributeValues, ...change.values },
  };
}

const revocation = (now: Date, as: Revocation): Change => ({
  update: 'SET #state = :revoked, revokedAt = :at, revokedAs = :as REMOVE #lock, duePk, dueAt',
  names: { '#state': 'state', '#lock': 'lock' },
  values: { ':revoked': 'revoked', ':at': now.toISOString(), ':as': as },
});

const rotate = (table: Table, { sealedRefresh, from }: NonNullable<Renewed['rotated']>): Update =>
  versionedUpdate(table, grantKey(from.amazonUserId), from.version, {
    update: 'SET sealedRefresh = :sealed, #version = :next',
    names: {},
    values: { ':sealed': sealedRefresh, ':next': from.version + 1 },
  });
