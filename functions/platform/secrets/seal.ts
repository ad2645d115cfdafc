import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';

import type { EncryptionKeys, Secrets } from './secrets.ts';

/** `owner` is the partition of the item (`W#7`). A sealed text does not open for another owner. */
export type Seal = {
  seal: (plain: string, owner: string) => Promise<string>;
  /** Throws `SealBroken` for another owner, an unknown key or a changed text. */
  open: (sealed: string, owner: string) => Promise<string>;
  currentKey: () => Promise<string>;
  /** Undefined for texts that we did not seal. */
  keyOf: (sealed: string) => string | undefined;
  needsResealing: (sealed: string) => Promise<boolean>;
};

/** A permanent failure: retries do not help. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

export class SealUnavailable extends Error {
  override name = 'SealUnavailable';
}

type Deps = Pick<Secrets, 'encryption' | 'renewEncryption'>;

export function createSeal(secrets: Deps): Seal {
  return {
    async seal(plain, owner) {
      const { current, keys } = await keysOf(secrets);
      return new CompactEncrypt(new TextEncoder().encode(plain))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: current, owner })
        .encrypt(bytesOf(keys, current) ?? fail());
    },
    async open(sealed, owner) {
      const header = headerOf(sealed);
      if (header.owner !== owner) throw new SealBroken('This belongs to another owner.');
      const key = bytesOf((await keysOf(secrets)).keys, header.kid) ?? (await renewedKey(secrets, header.kid));
      if (!key) throw new SealBroken('The key is not known.');
      return decrypt(sealed, key);
    },
    keyOf(sealed) {
      try {
        return headerOf(sealed).kid;
      } catch {
        return undefined;
      }
    },
    currentKey: async () => (await keysOf(secrets)).current,
    async needsResealing(sealed) {
      return headerOf(sealed).kid !== (await keysOf(secrets)).current;
    },
  };
}

async function keysOf(secrets: Deps): Promise<EncryptionKeys> {
  const keys = await secrets.encryption();
  if (!keys) throw new SealUnavailable('The secret `encryption` is not set up.');
  return keys;
}

const fail = (): never => {
  throw new SealUnavailable('The current key is missing.');
};

function headerOf(sealed: string): { kid: string; owner: unknown } {
  try {
    const { kid, owner } = decodeProtectedHeader(sealed);
    if (typeof kid === 'string') return { kid, owner };
  } catch (cause) {
    throw new SealBroken('This was not sealed by us.', { cause });
  }
  throw new SealBroken('The key is not named.');
}

function bytesOf(keys: EncryptionKeys['keys'], kid: string): Uint8Array | undefined {
  const text = Object.hasOwn(keys, kid) ? keys[kid] : undefined;
  return text === undefined ? undefined : new Uint8Array(Buffer.from(text, 'base64url'));
}

async function renewedKey(secrets: Deps, kid: string): Promise<Uint8Array | undefined> {
  const renewed = await secrets.renewEncryption();
  return renewed && bytesOf(renewed.keys, kid);
}

async function decrypt(sealed: string, key: Uint8Array): Promise<string> {
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    return new TextDecoder().decode((await compactDecrypt(sealed, key, options)).plaintext);
  } catch (cause) {
    throw new SealBroken('This was changed after sealing.', { cause });
  }
}
