import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import { hashOf, newToken } from '#functions/platform/hashes.ts';
import { cookie, cookieName, readCookie } from '#functions/platform/http/session.ts';
import { Refusal } from '#shared/refusals.ts';

export type AttemptDeps = {
  appUrl: string;
  now: () => Date;
  states: {
    add(stateHash: string, state: SignInState, now: Date): Promise<void>;
    take(stateHash: string, browserHash: string, now: Date): Promise<SignInState | undefined>;
  };
};

/** Each attempt has its own cookie, so that two tabs can sign in at once. */
const prefix = 'signin-';
const cookieOf = (stateHash: string): string => `${prefix}${stateHash.slice(0, 16)}`;
const tenMinutes = 600;
const maxAttempts = 8;

/** Marks the state of a link, so that it is recognised even if its record is gone. Tokens contain no dot. */
const ofLink = 'link.';

export const isOfLink = ({ state }: Callback['query']): boolean => state?.startsWith(ofLink) === true;

export type StartedAttempt = { state: string; codeChallenge: string; nonce: string; cookie: string };

export async function startAttempt(
  { appUrl, now, states }: AttemptDeps,
  purpose: Omit<SignInState, 'browserHash' | 'codeVerifier' | 'nonce'>,
): Promise<StartedAttempt> {
  const [token, codeVerifier, nonce, browser] = [newToken(), newToken(), newToken(), newToken()];
  const state = purpose.link || purpose.connect ? `${ofLink}${token}` : token;
  const stateHash = hashOf(state);
  await states.add(stateHash, { ...purpose, browserHash: hashOf(browser), codeVerifier, nonce }, now());
  return {
    state,
    codeChallenge: hashOf(codeVerifier),
    nonce,
    cookie: cookie(appUrl, cookieOf(stateHash), browser, tenMinutes),
  };
}

/** Returns `Set-Cookie` lines that remove the cookies of the oldest attempts, so that requests do not get too large. */
export function endOldAttempts(appUrl: string, cookies: readonly string[] | undefined): string[] {
  const start = cookieName(appUrl, prefix);
  const own = (cookies ?? [])
    .map((text) => text.trim().split('=')[0] ?? '')
    .filter((name) => name.startsWith(start) && /^[\w-]{16}$/.test(name.slice(start.length)))
    .map((name) => `${prefix}${name.slice(start.length)}`);
  return own.slice(0, Math.max(0, own.length - maxAttempts + 1)).map((name) => cookie(appUrl, name, '', 0));
}

export type Callback = {
  query: { code?: string | undefined; state?: string | undefined; error?: string | undefined };
  cookies: readonly string[] | undefined;
  setCookie: (line: string) => void;
};

/**
 * An attempt is valid once, for ten minutes, in its own browser and for its own provider; otherwise this throws
 * `auth.stateInvalid`. A request without its cookie, such as a link scanner's, does not use it up.
 */
export async function finishAttempt(
  { appUrl, now, states }: AttemptDeps,
  provider: SignInState['provider'],
  { query, cookies, setCookie }: Callback,
): Promise<SignInState> {
  if (!query.state) throw new Refusal('auth.stateInvalid');
  const stateHash = hashOf(query.state);
  const name = cookieOf(stateHash);
  const browser = readCookie(appUrl, name, cookies);
  if (browser === undefined) throw new Refusal('auth.stateInvalid');
  const attempt = await states.take(stateHash, hashOf(browser), now());
  setCookie(cookie(appUrl, name, '', 0));
  if (attempt?.provider !== provider) throw new Refusal('auth.stateInvalid');
  return attempt;
}

export function codeFrom({ code, error }: Callback['query']): string {
  if (error === 'access_denied') throw new Refusal('auth.cancelled');
  if (error === 'server_error' || error === 'temporarily_unavailable') throw new Refusal('auth.providerUnavailable');
  if (error !== undefined || !code) throw new Refusal('auth.providerRefused');
  return code;
}
