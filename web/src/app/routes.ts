import type { ComponentType } from 'react';

import { triggerPath } from '#shared/rules/page-file.ts';
import { loadRefusals } from '#web/api/error-text.ts';
import { triggerIdAt } from '#web/features/frame/trigger-address.ts';
import type { TextFile } from '#web/i18n/page-texts.ts';
import type { TextKey } from '#web/i18n/text-key.ts';

import { withTexts } from './with-texts.ts';

type Access =
  /** Redirects signed-out visitors. */
  | 'signedIn'
  /** Redirects signed-in users. */
  | 'signedOut'
  /** Never checks the session. */
  | 'public';

export type PageRoute = {
  readonly path: `/${string}`;
  readonly access: Access;
  readonly title: TextKey;
  /** The page sets the window's title itself. */
  readonly ownTitle?: true;
  /** Names of `i18n/<language>/pages/<name>.json` to load in addition to the app's texts. */
  readonly texts: readonly TextFile[];
  /** Imports `pages/<path>/<path>-page.tsx`. The build relies on that file name. */
  readonly load: () => Promise<ComponentType>;
  readonly Page: ComponentType;
};

const page = (row: Omit<PageRoute, 'Page'>): PageRoute => ({ ...row, ...withTexts(row) });

export const routes: readonly PageRoute[] = [
  page({
    path: '/login',
    access: 'signedOut',
    title: 'shell.titles.login',
    texts: ['login'],
    load: async () => {
      const hasReason = new URLSearchParams(window.location.search).has('error');
      const [{ LoginPage }] = await Promise.all([
        import('#web/pages/login/login-page.tsx'),
        hasReason && loadRefusals(),
      ]);
      return LoginPage;
    },
  }),
  page({
    path: '/dashboard',
    access: 'signedIn',
    title: 'shell.nav.dashboard',
    texts: ['dashboard', 'trial'],
    load: async () => {
      const { DashboardPage, loadParts } = await import('#web/pages/dashboard/dashboard-page.tsx');
      await loadParts();
      return DashboardPage;
    },
  }),
  page({
    path: '/amazon-auth',
    access: 'signedIn',
    title: 'shell.nav.amazonAuth',
    texts: ['amazon-auth', 'skill'],
    load: async () => (await import('#web/pages/amazon-auth/amazon-auth-page.tsx')).AmazonAuthPage,
  }),
  page({
    path: '/triggers',
    access: 'signedIn',
    title: 'shell.nav.triggers',
    texts: ['triggers'],
    load: async () => (await import('#web/pages/triggers/triggers-page.tsx')).TriggersPage,
  }),
  page({
    path: '/activity',
    access: 'signedIn',
    title: 'shell.titles.activity',
    texts: ['activity'],
    load: async () => (await import('#web/pages/activity/activity-page.tsx')).ActivityPage,
  }),
  page({
    path: '/whatsapp',
    access: 'signedIn',
    title: 'shell.nav.whatsapp',
    texts: ['whatsapp', 'trial'],
    load: async () => (await import('#web/pages/whatsapp/whatsapp-page.tsx')).WhatsAppPage,
  }),
  page({
    path: '/workspaces',
    access: 'signedIn',
    title: 'shell.nav.workspaces',
    texts: ['workspaces'],
    load: async () => (await import('#web/pages/workspaces/workspaces-page.tsx')).WorkspacesPage,
  }),
  page({
    path: '/subscription',
    access: 'signedIn',
    title: 'shell.nav.subscription',
    texts: ['subscription', 'trial'],
    load: async () => (await import('#web/pages/subscription/subscription-page.tsx')).SubscriptionPage,
  }),
  page({
    path: '/account',
    access: 'signedIn',
    title: 'shell.titles.account',
    texts: ['account'],
    load: async () => (await import('#web/pages/account/account-page.tsx')).AccountPage,
  }),
  page({
    path: '/status',
    access: 'public',
    title: 'shell.titles.status',
    texts: ['status'],
    load: async () => (await import('#web/pages/status/status-page.tsx')).StatusPage,
  }),
  page({
    path: '/terms',
    access: 'public',
    title: 'shell.titles.terms',
    texts: ['terms'],
    load: async () => (await import('#web/pages/terms/terms-page.tsx')).TermsPage,
  }),
  page({
    path: '/privacy',
    access: 'public',
    title: 'shell.titles.privacy',
    texts: ['privacy'],
    load: async () => (await import('#web/pages/privacy/privacy-page.tsx')).PrivacyPage,
  }),
];

/** One trigger. The addresses of all triggers share a static page. */
export const triggerRoute = page({
  path: triggerPath,
  access: 'signedIn',
  title: 'shell.nav.triggers',
  ownTitle: true,
  texts: ['triggers'],
  load: async () => (await import('#web/pages/triggers/triggers-page.tsx')).TriggersPage,
});

const redirects: readonly (readonly [from: RegExp, to: string])[] = [
  [/^\/$/, '/dashboard'],
  [/^\/workspace\/[^/]+\/subscription$/, '/subscription'],
];

/** Ignores a trailing slash. */
export function routeAt(path: string): { page?: PageRoute; redirectTo?: string } {
  const tidy = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const redirectTo = redirects.find(([from]) => from.test(tidy))?.[1];
  if (redirectTo) return { redirectTo };
  const found = triggerIdAt(tidy) === undefined ? routes.find((route) => route.path === tidy) : triggerRoute;
  return found ? { page: found } : {};
}

/** Returns event handlers that make a link load its page before the click. */
export function prefetchProps(path: string) {
  const load = () =>
    void routeAt(path)
      .page?.load()
      .catch(() => {});
  return { onFocus: load, onPointerEnter: load, onTouchStart: load };
}

/** Returns the page that opens at a path, after redirects. Undefined if the path is unknown. */
export function pageToDraw(path: string, isSignedIn: boolean): PageRoute | undefined {
  const { page: found, redirectTo } = routeAt(path);
  const wanted = redirectTo === undefined ? found : routeAt(redirectTo).page;
  if (wanted?.access === 'signedIn' && !isSignedIn) return routeAt('/login').page;
  return wanted?.access === 'signedOut' && isSignedIn ? routeAt('/dashboard').page : wanted;
}
