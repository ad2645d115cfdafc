import { Refusal } from '#shared/refusals.ts';
import { deviceOf } from '#shared/rules/device.ts';

import { hashOf, newToken } from '../hashes.ts';
import type { Person, SignedInPlatform, RequestContext } from './request-context.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** Maximum time without use. */
const rollingMs = 30 * day;
/** Maximum time, even with daily use. */
const absoluteMs = 90 * day;

export const endOfSession = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + rollingMs, createdAt.getTime() + absoluteMs));

const isSecure = (appUrl: string): boolean => appUrl.startsWith('https:');

/** Browsers accept the `__Host-` prefix only over https and from this exact host. */
export const cookieName = (appUrl: string, name: string): string => (isSecure(appUrl) ? `__Host-${name}` : name);

/** A `maxAgeSeconds` of 0 deletes the cookie. */
export function cookie(appUrl: string, name: string, value: string, maxAgeSeconds: number): string {
  const secure = isSecure(appUrl) ? '; Secure' : '';
  return `${cookieName(appUrl, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function readCookie(appUrl: string, name: string, cookies: readonly string[] | undefined): string | undefined {
  const start = `${cookieName(appUrl, name)}=`;
  return (
    cookies
      ?.map((text) => text.trim())
      .find((text) => text.startsWith(start))
      ?.slice(start.length) || undefined
  );
}

export function newSession(appUrl: string): { idHash: string; cookie: string } {
  const id = newToken();
  return { idHash: hashOf(id), cookie: cookie(appUrl, 'session', id, absoluteMs / 1000) };
}

export const endedSessionCookie = (appUrl: string): string => cookie(appUrl, 'session', '', 0);

export function sessionIdHash(appUrl: string, cookies: readonly string[] | undefined): string | undefined {
  const id = readCookie(appUrl, 'session', cookies);
  return id === undefined ? undefined : hashOf(id);
}

type Platform = Pick<SignedInPlatform, 'appUrl' | 'sessions' | 'now' | 'log'>;

/** Renews the session at most once an hour, which also stores when it was last used. */
export async function findPerson(platform: Platform, cookies: readonly string[] | undefined, userAgent?: string) {
  const idHash = sessionIdHash(platform.appUrl, cookies);
  if (idHash === undefined) return undefined;
  const now = platform.now();
  const session = await platform.sessions.find(idHash, now);
  if (!session) return undefined;
  const createdAt = new Date(session.createdAt);
  if (now.getTime() >= createdAt.getTime() + absoluteMs) return undefined;
  const renewal = { now, endsAt: endOfSession(createdAt, now) };
  if (!session.device) {
    const listed = await platform.sessions.enlist(idHash, session, { ...renewal, device: deviceOf(userAgent) });
    if (listed === 'gone') return undefined;
  } else if (now.getTime() - new Date(session.renewedAt).getTime() >= hour) {
    await prolong(platform, idHash, renewal);
  }
  return { userId: session.userId, name: session.name, sessionIdHash: idHash } satisfies Person;
}

async function prolong(platform: Platform, idHash: string, renewal: { now: Date; endsAt: Date }): Promise<void> {
  try {
    await platform.sessions.renew(idHash, renewal);
  } catch (cause) {
    platform.log('session.notRenewed', {}, cause);
  }
}

/** Without a session the answer is `null`, because browsers log each 401 as an error. */
export const acceptsNoSession = ({ route, event }: RequestContext): boolean =>
  route.endpoint.orNobody === true && event.queryStringParameters?.['orNobody'] === '1';

export async function signedIn(platform: Platform, context: RequestContext): Promise<void> {
  if (context.route.endpoint.access !== 'session') return;
  const { cookies, headers } = context.event;
  const person = await findPerson(platform, cookies, headers['user-agent']);
  if (!person && !acceptsNoSession(context)) throw new Refusal('auth.sessionExpired');
  context.person = person;
}
