import { inject } from 'vitest';

import type { Answered, CookieJar } from '../../local/browser-like.ts';

export type SignInProvider = 'google' | 'amazon';

const locationOf = (answer: Answered): string => {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${answer.url} answered ${answer.status} and led nowhere: ${answer.text}`);
  return location;
};

/** Our response, and the address that the browser was redirected to. */
export async function begin(browser: CookieJar, path: string): Promise<{ begun: Answered; authorize: URL }> {
  const begun = await browser.hop(path);
  return { begun, authorize: new URL(locationOf(begun)) };
}

/** Stops before our callback and returns its address. */
export async function upToCallback(browser: CookieJar, provider: SignInProvider, person: string): Promise<URL> {
  const { authorize } = await begin(browser, `/api/auth/${provider}?login_hint=${person}`);
  return new URL(locationOf(await browser.hop(authorize.href)));
}

/** Stops before our callback and returns its address. */
export async function upToCancelled(browser: CookieJar, provider: SignInProvider): Promise<URL> {
  const { authorize } = await begin(browser, `/api/auth/${provider}`);
  const form = provider === 'google' ? '/google/signin' : '/amazon/ap/signin';
  const body = { request: authorize.search.slice(1), answer: 'cancel' };
  const pressed = await browser.hop(`${inject('stack').sandboxUrl}${form}`, { method: 'POST', body });
  return new URL(locationOf(pressed));
}

export function pageOf(answer: Answered): string {
  const to = new URL(locationOf(answer));
  if (to.origin !== inject('stack').appUrl) throw new Error(`The browser is sent away, to ${to.origin}`);
  return to.pathname + to.search;
}
