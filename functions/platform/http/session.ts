import { Refusal } from '#shared/refusals.ts';

import { hashOf, newToken } from '../hashes.ts';
import type { Person, SignedInPlatform, Visit } from './visit.ts';

const day = 24 * 60 * 60_000;
/** A browser that stays away this long has to sign in again. */
const rollingMs = 30 * day;
/** However often it is used, a session ends after this. */
const absoluteMs = 90 * day;

/** End of a session that began at `createdAt` and is used now. */
export const endOfSession = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + rollingMs, createdAt.getTime() + absoluteMs));

const isSecure = (appUrl: string): boolean => appUrl.startsWith('https:');

/** Browsers accept the prefix over https only, and then from this very host only. */
export const cookieName = (appUrl: string, name: string): string => (isSecure(appUrl) ? `__Host-${name}` : name);

/** A cookie that scripts cannot read and that other sites' writes do not carry; `maxAgeSeconds` 0 deletes it. */
export function cookie(appUrl: string, name: string, value: string, maxAgeSeconds: number): string {
  const secure = isSecure(appUrl) ? '; Secure' : '';
  return `${cookieName(appUrl, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Value of one of our cookies. */
export function readCookie(appUrl: string, name: string, cookies: readonly string[] | undefined): string | undefined {
  const start = `${cookieName(appUrl, name)}=`;
  return (
    cookies
      ?.map((text) => text.trim())
      .find((text) => text.startsWith(start))
      ?.slice(start.length) || undefined
  );
}

/** A new session id: the cookie for the browser, the hash for the table. */
export function newSession(appUrl: string): { idHash: string; cookie: string } {
  const id = newToken();
  return { idHash: hashOf(id), cookie: cookie(appUrl, 'session', id, absoluteMs / 1000) };
}

export const endedSessionCookie = (appUrl: string): string => cookie(appUrl, 'session', '', 0);

/** Hash of the session id that the browser sent, whether or not there is such a session. */
export function sessionIdHash(appUrl: string, cookies: readonly string[] | undefined): string | undefined {
  const id = readCookie(appUrl, 'session', cookies);
  return id === undefined ? undefined : hashOf(id);
}

type Platform = Pick<SignedInPlatform, 'appUrl' | 'sessions' | 'now' | 'log'>;

/** Who is signed in with these cookies. Prolongs the session, at most once a day. */
export async function findPerson(platform: Platform, cookies: readonly string[] | undefined) {
  const idHash = sessionIdHash(platform.appUrl, cookies);
  if (idHash === undefined) return undefined;
  const now = platform.now();
  const session = await platform.sessions.find(idHash, now);
  if (!session) return undefined;
  const createdAt = new Date(session.createdAt);
  if (now.getTime() >= createdAt.getTime() + absoluteMs) return undefined;
  if (now.getTime() - new Date(session.renewedAt).getTime() >= day) {
    await prolong(platform, idHash, { now, endsAt: endOfSession(createdAt, now) });
  }
  return { userId: session.userId, name: session.name, sessionIdHash: idHash } satisfies Person;
}

/** A session that could not be prolonged is still good now. */
async function prolong(platform: Platform, idHash: string, renewal: { now: Date; endsAt: Date }): Promise<void> {
  try {
    await platform.sessions.renew(idHash, renewal);
  } catch (cause) {
    platform.log('session.notRenewed', {}, cause);
  }
}

/** Whether this request takes "nobody" for an answer. */
export const nobodyWillDo = ({ route, event }: Visit): boolean =>
  route.endpoint.orNobody === true && event.queryStringParameters?.['orNobody'] === '1';

/** Lets only signed-in people on, where the endpoint asks for it. */
export async function signedIn(platform: Platform, visit: Visit): Promise<void> {
  if (visit.route.endpoint.access !== 'session') return;
  const person = await findPerson(platform, visit.event.cookies);
  if (!person && !nobodyWillDo(visit)) throw new Refusal('auth.sessionExpired');
  visit.person = person;
}
