import type { Revocation } from '../items/grant-item.ts';
import { accessKey, grantKey, type Key, type TokenHolder } from '../keys.ts';
import { transact, type Table, type TransactItem } from '../table.ts';
import type { TokenVersion } from './token-store.ts';

/** Separate from the token store, which every run needs. */
export const createGrantEndStore = (table: Table) => ({
  /** Stores why a grant ended if that is learned afterwards. A newer grant is not changed. */
  async nameEnd(holder: TokenHolder, { amazonUserId, version }: TokenVersion, as: Revocation): Promise<void> {
    const name = (key: Key, condition: string, values: object = {}): TransactItem => ({
      Update: {
        TableName: table.name,
        Key: key,
        UpdateExpression: 'SET revokedAs = :as',
        ConditionExpression: `#state = :revoked${condition}`,
        ExpressionAttributeNames: { '#state': 'state', ...(condition !== '' && { '#version': 'version' }) },
        ExpressionAttributeValues: { ':as': as, ':revoked': 'revoked', ...values },
      },
    });
    await transact(table, [
      name(accessKey(holder), ' AND #version = :version', { ':version': version }),
      name(grantKey(amazonUserId), ''),
    ]);
  },
});

export type GrantEndStore = ReturnType<typeof createGrantEndStore>;
