import type { SessionStore } from '#functions/data/people/session-store.ts';
import { sessionIdOf } from '#functions/data/people/user-sessions.ts';
import type { Person } from '#functions/platform/http/request-context.ts';
import type { Session } from '#shared/contracts/sessions.ts';

type Deps = { sessions: Pick<SessionStore, 'list'>; now: () => Date };

/** Lists the caller's session first, then the others by their last use. */
export async function listSessions({ sessions, now }: Deps, person: Person): Promise<Session[]> {
  const current = sessionIdOf(person.sessionIdHash);
  const found = await sessions.list(person.userId, now());
  return found
    .map(({ id, createdAt, renewedAt, device }) => ({
      id,
      ...device,
      createdAt,
      lastUsedAt: renewedAt,
      current: id === current,
    }))
    .toSorted(
      (one, other) => Number(other.current) - Number(one.current) || other.lastUsedAt.localeCompare(one.lastUsedAt),
    );
}
