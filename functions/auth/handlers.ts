import type { Deletion } from '#functions/data/people/deletion-store.ts';
import { redirectTo } from '#functions/platform/http/answer.ts';
import { isFetchedAhead } from '#functions/platform/http/fetched-ahead.ts';
import type { Handlers } from '#functions/platform/http/serve.ts';
import { endedSessionCookie, sessionIdHash } from '#functions/platform/http/session.ts';
import type { authContract } from '#shared/contracts/auth.ts';
import { Refusal } from '#shared/refusals.ts';
import { firstLanguage, languageFor, type Language } from '#shared/rules/language.ts';

import { amazonAccount } from './amazon-account.ts';
import { codeFrom, endOldAttempts, finishAttempt, isOfLink, type Callback } from './attempt.ts';
import { beginAmazonLink } from './begin-amazon-link.ts';
import { beginAtAmazon, beginAtGoogle, type SignInRedirect } from './begin-sign-in.ts';
import { finishConsent } from './connect/finish-consent.ts';
import { finishAmazonLink, type FinishLinkDeps } from './finish-amazon-link.ts';
import { googleAccount, type GoogleAccountDeps } from './google-account.ts';
import { limitStarts, type StartLimitDeps } from './limit-starts.ts';
import { orRefusalPage, pageAddress, type Page } from './pages.ts';
import { signIn, type SignInDeps } from './sign-in.ts';

export type AuthDeps = SignInDeps &
  FinishLinkDeps &
  GoogleAccountDeps &
  StartLimitDeps &
  Parameters<typeof beginAmazonLink>[0] & {
    deletions: { find(userId: string): Promise<Pick<Deletion, 'dueAt'> | undefined> };
  };

type Event = Parameters<typeof limitStarts>[1];

export function authHandlers(deps: AuthDeps): Handlers<typeof authContract> {
  // Starts are limited and callbacks are valid once, so a prefetch must not use them up.
  const onTheWay = async (event: Event, page: Page, next: () => Promise<string>) =>
    isFetchedAhead(event.headers) ? { statusCode: 204 } : redirectTo(await orRefusalPage(deps, page, next));
  const leaving = (event: Event, page: Page, next: () => Promise<string>) =>
    onTheWay(event, page, async () => {
      await limitStarts(deps, event);
      return next();
    });
  return {
    currentUser: async (_, { userId }) => currentUser(deps, userId),

    logout: async ({ event, setCookie }) => {
      const idHash = sessionIdHash(deps.appUrl, event.cookies);
      if (idHash !== undefined) await deps.sessions.remove(idHash);
      setCookie(endedSessionCookie(deps.appUrl));
    },

    amazon: async ({ query, event, setCookie }) => {
      const { workspace, defaultWorkspaceName, reset, move, login_hint: loginHint } = query;
      if (workspace === undefined) {
        return leaving(event, '/login', () =>
          startRedirect(deps, beginAtAmazon(deps, { defaultWorkspaceName, loginHint }), { event, setCookie }),
        );
      }
      return leaving(event, '/amazon-auth', async () => {
        const person = await deps.findPerson(event.cookies);
        if (!person) return pageAddress(deps.appUrl, '/login', { error: 'auth.sessionExpired' });
        const wish = { workspace, reset, move, loginHint, site: event.headers['sec-fetch-site'] };
        return startRedirect(deps, beginAmazonLink(deps, person, wish), { event, setCookie });
      });
    },

    google: async ({ query: { defaultWorkspaceName, login_hint: loginHint }, event, setCookie }) =>
      leaving(event, '/login', () =>
        startRedirect(deps, beginAtGoogle(deps, { defaultWorkspaceName, loginHint }), { event, setCookie }),
      ),

    amazonCallback: async ({ query, event, setCookie }) =>
      onTheWay(event, '/login', () => backFromAmazon(deps, callbackFrom({ query, event, setCookie }))),

    googleCallback: async ({ query, event, setCookie }) =>
      onTheWay(event, '/login', () => backFromGoogle(deps, callbackFrom({ query, event, setCookie }))),
  };
}

async function currentUser({ users, deletions }: AuthDeps, userId: string) {
  const [user, deletion] = await Promise.all([users.find(userId), deletions.find(userId)]);
  if (!user) throw new Refusal('auth.sessionExpired');
  const { id, name, trialUsed, signedInWith, email, currentWorkspaceId, firstStepsHidden } = user;
  return {
    id,
    name,
    trialUsed,
    signedInWith,
    currentWorkspaceId,
    ...(email !== undefined && { email }),
    ...(firstStepsHidden && { firstStepsHidden }),
    ...(deletion && { deletionDueAt: deletion.dueAt }),
  };
}

type RedirectContext = { event: { cookies?: readonly string[] | undefined }; setCookie: (line: string) => void };

async function startRedirect(
  { appUrl }: AuthDeps,
  redirect: Promise<SignInRedirect>,
  { event, setCookie }: RedirectContext,
): Promise<string> {
  const { to, cookie } = await redirect;
  for (const ended of endOldAttempts(appUrl, event.cookies)) setCookie(ended);
  setCookie(cookie);
  return to;
}

type Back = Callback & { language: Language; userAgent: string | undefined };

const callbackFrom = ({
  query,
  event,
  setCookie,
}: Pick<Callback, 'query' | 'setCookie'> & { event: Event & RedirectContext['event'] }): Back => ({
  query,
  cookies: event.cookies,
  userAgent: event.headers['user-agent'],
  language: languageFor(firstLanguage(event.headers['accept-language'])),
  setCookie,
});

async function backFromAmazon(deps: AuthDeps, back: Back): Promise<string> {
  if (isOfLink(back.query)) return backFromAmazonLink(deps, back);
  const { codeVerifier, defaultWorkspaceName } = await finishAttempt(deps, 'amazon', back);
  const { userId, name, email } = await amazonAccount(deps, { code: codeFrom(back.query), codeVerifier });
  const { language } = back;
  const account = { provider: 'amazon' as const, subject: userId, name, language, ...(email !== '' && { email }) };
  await signIn(deps, account, back, defaultWorkspaceName);
  return pageAddress(deps.appUrl, '/dashboard');
}

/** Redirects a signed-in user to the account page, even if the callback was already used, such as after a reload. */
async function backFromAmazonLink(deps: AuthDeps, back: Back): Promise<string> {
  const finishing = finishAttempt(deps, 'amazon', back);
  const known = await finishing.catch(() => undefined);
  const page = known || (await deps.findPerson(back.cookies)) ? '/amazon-auth' : '/login';
  const next = async () => {
    const { link, connect, ...attempt } = await finishing;
    if (link) return finishAmazonLink(deps, { ...attempt, link }, back);
    if (connect) return finishConsent(deps, { ...attempt, connect }, back);
    throw new Refusal('auth.stateInvalid');
  };
  // After another user has signed in, this fails with `auth.stateInvalid`, so the address names no workspace.
  return orRefusalPage(deps, page, next, (known?.link ?? known?.connect)?.workspaceId);
}

async function backFromGoogle(deps: AuthDeps, back: Back): Promise<string> {
  const { codeVerifier, nonce = '', defaultWorkspaceName } = await finishAttempt(deps, 'google', back);
  const found = await googleAccount(deps, { code: codeFrom(back.query), codeVerifier, nonce });
  await signIn(deps, { provider: 'google', ...found, language: back.language }, back, defaultWorkspaceName);
  return pageAddress(deps.appUrl, '/dashboard');
}
