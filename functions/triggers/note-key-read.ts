import type { KeyUseStore } from '#functions/data/access-keys/key-use-store.ts';
import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { isUsedAtDue } from '#shared/rules/access-keys.ts';

import { awaitKeyUse } from './await-key-use.ts';

export type NoteKeyReadDeps = { keyUses: Pick<KeyUseStore, 'noteUse'>; log: Log; now: () => Date };

/** Stores a read as the last use of its key, at most once an hour. A failure here does not change the answer. */
export async function noteKeyRead(
  { keyUses, log, now }: NoteKeyReadDeps,
  key: AccessKeyItem | undefined,
  deadline: Deadline,
): Promise<void> {
  if (!key || !isUsedAtDue(key, now())) return;
  await awaitKeyUse({ log, deadline, accessKeyId: key.id }, keyUses.noteUse(key));
}
