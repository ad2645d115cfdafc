import { GetCommand } from '@aws-sdk/lib-dynamodb';

import { firstCheck } from '../first-check.ts';
import {
  accessItem,
  dueForCheck,
  grantItem,
  holderOf,
  type AccessItem,
  type Grant,
  type GrantItem,
  type GatewayRegion,
} from '../items/grant-item.ts';
import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { accessKey, grantKey, linkKey, type Key, type TokenHolder } from '../keys.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** Tokens are sealed for `tokenOwner`. */
export type NewGrant = {
  amazonUserId: string;
  sealedAccess: string;
  sealedRefresh: string;
  tokenExpiresAt: Date;
  region: GatewayRegion;
  /** Undefined stores the grant detached, for 30 days. */
  workspaceId: number | undefined;
};

/** The refresh token or the access token is missing or unreadable. */
export type BrokenGrant = { broken: { version: unknown } };
export type FoundGrant = Grant | BrokenGrant | undefined;

export type GrantStore = ReturnType<typeof createGrantStore>;

const detachedDays = 30;

export function createGrantStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const get = async (key: Key): Promise<Record<string, unknown> | undefined> => {
    const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
    return live(Item, now());
  };
  const findGrant = async (amazonUserId: string): Promise<GrantItem | undefined> =>
    parseItem(grantItem, await get(grantKey(amazonUserId)), report);
  const findAccess = async (holder: TokenHolder): Promise<AccessItem | undefined> =>
    parseItem(accessItem, await get(accessKey(holder)), report);

  const find = async (amazonUserId: string, attempt = 1): Promise<FoundGrant> => {
    const item = await get(grantKey(amazonUserId));
    if (!item) return undefined;
    const grant = parseItem(grantItem, item, report);
    const access = grant && (await findAccess(holderOf(grant)));
    if (grant && access?.amazonUserId === amazonUserId) return { grant, access };
    // The grant may have been attached or detached between the two reads.
    return attempt < 3 ? find(amazonUserId, attempt + 1) : { broken: { version: item['version'] } };
  };

  const inThirtyDays = (): number => epochSeconds(now()) + detachedDays * 86_400;
  const put = (item: object, key: Key): TransactItem => ({ Put: { TableName: table.name, Item: { ...key, ...item } } });

  return {
    findGrant,
    findAccess,

    async find(amazonUserId: string): Promise<Grant | undefined> {
      const found = await find(amazonUserId);
      return found && 'grant' in found ? found : undefined;
    },

    /** For `attachWrites` and `detachWrites`: also finds a broken grant. */
    findToMove: (amazonUserId: string): Promise<FoundGrant> => find(amazonUserId),

    /** Returns `linkChanged` if the account's link is not the one that the caller read. */
    async accept(given: NewGrant): Promise<'accepted' | 'linkChanged'> {
      const { amazonUserId, workspaceId, region } = given;
      const expiresAt = workspaceId === undefined ? inThirtyDays() : undefined;
      const common = {
        amazonUserId,
        region,
        state: 'valid',
        expiresAt,
        grantedAt: now().toISOString(),
        version: now().getTime(),
      };
      const tokenExpiresAt = given.tokenExpiresAt.toISOString();
      const result = await transact(table, [
        linkIs(table, amazonUserId, workspaceId),
        put(
          {
            ...common,
            type: 'grant',
            sealedRefresh: given.sealedRefresh,
            workspaceId,
            ...(workspaceId !== undefined && dueForCheck(now())),
          },
          grantKey(amazonUserId),
        ),
        put(
          { ...common, type: 'access', sealed: given.sealedAccess, tokenExpiresAt },
          accessKey(holderOf({ amazonUserId, workspaceId })),
        ),
        ...(workspaceId === undefined
          ? []
          : [remove(table, accessKey({ amazonUserId })), firstCheck(table, workspaceId, now())]),
      ]);
      return result === 'done' ? 'accepted' : 'linkChanged';
    },

    /** The writes cancel the transaction if `found` has changed. */
    attachWrites(amazonUserId: string, workspaceId: number, found: FoundGrant): TransactItem[] {
      if (!found) return [noGrant(table, amazonUserId, now())];
      if ('broken' in found) return withoutBroken(table, amazonUserId, workspaceId, found);
      const { duePk, dueAt } = dueForCheck(now());
      const attached = { ':where': workspaceId, ':duePk': duePk, ':dueAt': dueAt };
      const change = 'SET workspaceId = :where, duePk = :duePk, dueAt = :dueAt REMOVE expiresAt';
      return [
        moveGrant(table, found.grant, change, attached),
        removeVersion(table, accessKey({ amazonUserId }), found.access.version),
        put({ ...found.access, lock: undefined, expiresAt: undefined }, accessKey({ workspaceId })),
      ];
    },

    /**
     * Detaches the grant for 30 days, or deletes a revoked one. The writes cancel the transaction if `found` has
     * changed.
     */
    detachWrites(amazonUserId: string, workspaceId: number, found: FoundGrant): TransactItem[] {
      if (!found) return [noGrant(table, amazonUserId, now())];
      if ('broken' in found) return withoutBroken(table, amazonUserId, workspaceId, found);
      const leave = removeVersion(table, accessKey({ workspaceId }), found.access.version);
      if (found.access.state === 'revoked') {
        return [removeVersion(table, grantKey(amazonUserId), found.grant.version), leave];
      }
      const expiresAt = inThirtyDays();
      return [
        moveGrant(table, found.grant, 'SET expiresAt = :where REMOVE workspaceId, duePk, dueAt', {
          ':where': expiresAt,
        }),
        leave,
        put({ ...found.access, lock: undefined, expiresAt }, accessKey({ amazonUserId })),
      ];
    },
  };
}

const remove = (table: Table, key: Key): TransactItem => ({ Delete: { TableName: table.name, Key: key } });

const removeVersion = (table: Table, key: Key, version: number): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: key,
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  },
});

/** Deletes a broken grant, because enabling the skill again brings a complete one. */
function withoutBroken(
  table: Table,
  amazonUserId: string,
  workspaceId: number,
  { broken: { version } }: BrokenGrant,
): TransactItem[] {
  const unchanged =
    version === undefined
      ? { ConditionExpression: 'attribute_not_exists(#version)' }
      : { ConditionExpression: '#version = :version', ExpressionAttributeValues: { ':version': version } };
  const names = { ExpressionAttributeNames: { '#version': 'version' } };
  return [
    { Delete: { TableName: table.name, Key: grantKey(amazonUserId), ...unchanged, ...names } },
    remove(table, accessKey({ amazonUserId })),
    remove(table, accessKey({ workspaceId })),
  ];
}

const moveGrant = (
  table: Table,
  grant: GrantItem,
  change: string,
  values: Record<string, string | number>,
): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: grantKey(grant.amazonUserId),
    UpdateExpression: change,
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': grant.version, ...values },
  },
});

const noGrant = (table: Table, amazonUserId: string, now: Date): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: grantKey(amazonUserId),
    ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
    ExpressionAttributeValues: { ':now': epochSeconds(now) },
  },
});

const linkIs = (table: Table, amazonUserId: string, workspaceId: number | undefined): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: linkKey(amazonUserId),
    ...(workspaceId === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'workspaceId = :id', ExpressionAttributeValues: { ':id': workspaceId } }),
  },
});
