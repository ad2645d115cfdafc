import { outboxPut } from '#functions/data/outbox/outbox-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';

type Deps = { table: { name: string }; newId: () => string; now: () => Date };

/** Converts pending mails of the version before findings into checks of their workspaces. */
export function moveOldNotices(
  { table, newId, now }: Deps,
  entries: readonly EntryOf<'tellOwner' | 'tellLineLost'>[],
): Work {
  const workspaces = [...new Set(entries.map(({ workspaceId }) => workspaceId))];
  const writes = workspaces.map((workspaceId) =>
    outboxPut(table, { topic: 'findings', workspaceId }, { id: newId(), now: now() }),
  );
  return { outcome: 'done', writes };
}
