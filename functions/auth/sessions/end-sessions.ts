import type { BrowserStore } from '#functions/data/people/browser-store.ts';
import type { SessionStore } from '#functions/data/people/session-store.ts';
import { sessionIdOf } from '#functions/data/people/user-sessions.ts';
import { sameText } from '#functions/platform/hashes.ts';
import type { Person } from '#functions/platform/http/request-context.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { Refusal } from '#shared/refusals.ts';

import { without } from './known-browsers.ts';

export type EndSessionsDeps = {
  now: () => Date;
  newId: () => string;
  sessions: Pick<SessionStore, 'find' | 'hashOf' | 'list' | 'remove' | 'endUnlisted'>;
  browsers: Pick<BrowserStore, 'find' | 'save'>;
};

const atOnce = 8;

/** Returns whether it was the caller's session. Throws `request.notFound`. */
export async function endSession(deps: EndSessionsDeps, person: Person, id: string): Promise<boolean> {
  const idHash = await deps.sessions.hashOf(person.userId, id);
  const session = idHash === undefined ? undefined : await deps.sessions.find(idHash, deps.now());
  if (idHash === undefined || !session) throw new Refusal('request.notFound');
  const isCurrent = id === sessionIdOf(person.sessionIdHash);
  const { browserHash = '' } = session;
  if (!isCurrent) await forgetBrowsers(deps, person, (hash) => sameText(hash, browserHash));
  await deps.sessions.remove(idHash);
  return isCurrent;
}

/** Ends the caller's session last, so that the request can be repeated after a failure. */
export async function endSessions(deps: EndSessionsDeps, person: Person, which: 'others' | 'all'): Promise<void> {
  const { userId, sessionIdHash } = person;
  await deps.sessions.endUnlisted(userId, deps.now());
  const current = sessionIdOf(sessionIdHash);
  const others = (await deps.sessions.list(userId, deps.now())).filter(({ id }) => id !== current);
  await mapConcurrently(others, atOnce, ({ idHash }) => deps.sessions.remove(idHash));
  await forgetBrowsers(deps, person, () => true);
  if (which === 'all') await deps.sessions.remove(sessionIdHash);
}

/** Forgets browsers, so that their next sign-in sends a mail. Keeps the caller's own browser. */
async function forgetBrowsers(
  { browsers, sessions, now, newId }: EndSessionsDeps,
  { userId, sessionIdHash }: Person,
  isMeant: (browserHash: string) => boolean,
): Promise<void> {
  const { browserHash: own = '' } = (await sessions.find(sessionIdHash, now())) ?? {};
  await retryOnConflict({ tries: 3 }, async () => {
    const known = await browsers.find(userId, now());
    if (!known) return 'saved';
    const after = without(known, (hash) => !sameText(hash, own) && isMeant(hash));
    return browsers.save(userId, { before: known, after, now: now(), newId: newId() });
  });
}
