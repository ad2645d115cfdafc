import { inject } from 'vitest';

import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';

import type { Answered } from '../../local/browser-like.ts';
import { parsedReply } from './answers.ts';
import type { JourneyPerson } from './person.ts';

/** The three redirects to Amazon: for the account, for the consent to enable the skill, and for Alexa's code. */
export type Trip = 'link' | 'allow' | 'code';

export function tripOf({ searchParams }: URL): Trip {
  if (searchParams.get('scope') === 'alexa::skills:account_linking') return 'allow';
  return searchParams.has('code_challenge') ? 'link' : 'code';
}

export type Screen = 'sign in' | 'allow name and e-mail' | 'allow Alexa';

/** Connects step by step, one page after the other. */
export function connectionOf({ browser, name, current }: Pick<JourneyPerson, 'browser' | 'name' | 'current'>) {
  const press = (page: URL, fields: Record<string, string>): Promise<Answered> =>
    browser.hop(`${inject('stack').sandboxUrl}/amazon/ap/signin`, {
      method: 'POST',
      body: { request: page.search.slice(1), ...fields },
    });

  /** Returns Amazon's first page. */
  async function start(wish: Record<string, string> = {}): Promise<URL> {
    const { pageToken = '' } = parsedReply(
      amazonAuthContract.amazonAuth.reply,
      await browser.send('GET', '/api/amazon-auth'),
    );
    const off = wish['reset'] && { reset: pageToken };
    const query = { workspace: String((await current()).id), force_login: 'true', timestamp: '1', ...wish, ...off };
    return leadsTo(await browser.hop(`/api/auth/amazon?${new URLSearchParams(query).toString()}`));
  }

  /** Resolves to the address of our callback. */
  const allow = async (page: URL, as = name): Promise<URL> =>
    leadsTo(await press(page, { person: as, answer: 'allow' }));

  /** Returns the redirect target of our callback. */
  const back = async (callback: URL): Promise<URL> => leadsTo(await browser.hop(callback.href));

  return {
    start,
    allow,
    refuse: async (page: URL): Promise<URL> => leadsTo(await press(page, { answer: 'cancel' })),
    back,
    /** Stops at Amazon's page for this redirect. */
    async upTo(trip: Trip, wish: Record<string, string> = {}): Promise<URL> {
      let page = await start(wish);
      while (tripOf(page) !== trip) {
        if (page.origin === inject('stack').appUrl) throw new Error(`The way ended at ${endOf(page)} before "${trip}"`);
        page = await back(await allow(page));
      }
      return page;
    },
    /** Continues from a page of Amazon to our page and consents to everything. */
    async on(page: URL): Promise<URL> {
      let at = page;
      while (at.origin !== inject('stack').appUrl) at = await back(await allow(at));
      return at;
    },
    /** The screens of Amazon for a user who consents to everything and stays signed in there, and our callback. */
    async lookAt(page: URL): Promise<{ screens: Screen[]; callback: URL }> {
      const screens: Screen[] = [];
      let answer = await browser.hop(page.href);
      while (answer.status === 200) {
        const screen = screenIn(answer, tripOf(page));
        screens.push(screen);
        answer = await press(page, { person: name, keep: 'yes', ...(screen !== 'sign in' && { answer: 'allow' }) });
      }
      return { screens, callback: leadsTo(answer) };
    },
    cancel: async () =>
      parsedReply(
        amazonAuthContract.cancelConnecting.reply,
        await browser.send('DELETE', '/api/amazon-auth/connecting'),
      ),
  };
}

function screenIn({ text }: Answered, trip: Trip): Screen {
  if (text.includes('Choose an account')) return 'sign in';
  return trip === 'allow' ? 'allow Alexa' : 'allow name and e-mail';
}

export function leadsTo(answer: Answered): URL {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${answer.url} answered ${answer.status} and led nowhere: ${answer.text}`);
  return new URL(location, answer.url);
}

/** Our page with its query, except for the workspace id. */
export function endOf({ pathname, searchParams }: URL): string {
  const said = [...searchParams].filter(([name]) => name !== 'id');
  return pathname + (said.length > 0 ? `?${new URLSearchParams(said).toString()}` : '');
}

export const ends = {
  done: '/amazon-auth?success=true',
  nothingNew: '/amazon-auth',
  cancelled: '/amazon-auth?error=auth.cancelled',
  stateInvalid: '/amazon-auth?error=auth.stateInvalid',
  reinstall: '/amazon-auth?error=amazon.reinstallSkill',
} as const;
