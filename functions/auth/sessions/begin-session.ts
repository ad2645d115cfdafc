import type { BrowserStore } from '#functions/data/people/browser-store.ts';
import type { SessionStore } from '#functions/data/people/session-store.ts';
import { hashOf, newToken } from '#functions/platform/hashes.ts';
import { cookie, endOfSession, newSession, readCookie, sessionIdHash } from '#functions/platform/http/session.ts';
import type { Log } from '#functions/platform/log.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { deviceOf } from '#shared/rules/device.ts';
import type { Language } from '#shared/rules/language.ts';

import { afterSignIn } from './known-browsers.ts';

export type BeginSessionDeps = {
  appUrl: string;
  now: () => Date;
  newId: () => string;
  log: Log;
  sessions: Pick<SessionStore, 'add' | 'find' | 'remove' | 'keepNewest'>;
  browsers: Pick<BrowserStore, 'find' | 'writes'>;
};

export type Browser = {
  cookies: readonly string[] | undefined;
  userAgent: string | undefined;
  setCookie: (line: string) => void;
};

type Arrived = {
  userId: string;
  name: string;
  first: boolean;
  /** The language stored before this sign-in, because the sign-in may be an intruder's. */
  language?: Language | undefined;
};

/** A sign-in beyond this ends the oldest session. */
export const maxSessions = 100;
/** The longest time that browsers keep a cookie. */
const browserSeconds = 400 * 24 * 3600;

/**
 * Starts a new session and ends the browser's previous one. Sends a mail if the user has not used this browser before.
 */
export async function beginSession(deps: BeginSessionDeps, person: Arrived, browser: Browser): Promise<void> {
  const { appUrl, sessions } = deps;
  const { userId, name, first, language } = person;
  const now = deps.now();
  const mark = markOf(appUrl, browser.cookies);
  const previous = sessionIdHash(appUrl, browser.cookies);
  const open = previous === undefined ? undefined : await sessions.find(previous, now);
  // Only a session of an older version has no browser mark. The list of known browsers decides about all others.
  const isExpected = first || (open?.userId === userId && open.browserHash === undefined);
  // Includes the user, so that two users of one browser have different hashes.
  const browserHash = hashOf(`${userId} ${mark}`);
  const device = deviceOf(browser.userAgent);
  const fresh = newSession(appUrl);
  const session = { idHash: fresh.idHash, userId, name, now, endsAt: endOfSession(now, now), device, browserHash };

  const alone = async () => {
    deps.log('signIn.browserNotKept', { userId });
    await sessions.add(session);
  };
  await retryOnConflict({ tries: 3, exhausted: alone }, async () => {
    const before = await deps.browsers.find(userId, now);
    const { after, mails } = afterSignIn(before, { browserHash, now, isExpected });
    const change = { before, after, now, newId: deps.newId() };
    const writes = deps.browsers.writes(userId, change, mails ? { ...device, language } : undefined);
    return (await sessions.add(session, writes)) === 'added' ? 'added' : 'conflict';
  });
  // Set first, because a later failure would leave the browser without either session.
  browser.setCookie(fresh.cookie);
  browser.setCookie(cookie(appUrl, 'browser', mark, browserSeconds));
  if (previous !== undefined) await sessions.remove(previous);
  await sessions.keepNewest(userId, maxSessions, now);
}

/** Accepts only our own format, because the mark goes back into a header. */
function markOf(appUrl: string, cookies: readonly string[] | undefined): string {
  const mark = readCookie(appUrl, 'browser', cookies);
  return mark !== undefined && /^[\w-]{43}$/.test(mark) ? mark : newToken();
}
