import { tokenOwner, type AccessItem } from '#functions/data/items/grant-item.ts';
import { boundedCache } from '#functions/platform/bounded-cache.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';

export type TokenMemory = {
  open(access: AccessItem): Promise<string>;
  keep(access: AccessItem, token: string): void;
};

/** Caches opened tokens by account. A renewed or replaced token has another version. */
export function createTokenMemory(seal: Pick<Seal, 'open'>): TokenMemory {
  const known = boundedCache<{ version: number; token: string }>(() => new Date());
  const keep: TokenMemory['keep'] = ({ amazonUserId, version }, token) => known.set(amazonUserId, { version, token });
  return {
    keep,
    async open(access) {
      const entry = known.get(access.amazonUserId);
      if (entry?.version === access.version) return entry.token;
      const token = await seal.open(access.sealed, tokenOwner(access.amazonUserId));
      keep(access, token);
      return token;
    },
  };
}
