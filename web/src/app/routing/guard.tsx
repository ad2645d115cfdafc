import { lazy, Suspense, useEffect, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';

import { isOnline, onNetworkChange, useOnline } from '#web/api/online.ts';
import { useUserCheck } from '#web/api/use-session.ts';
import { Brand } from '#web/features/frame/brand.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { rememberAddress, takeAddress } from '#web/platform/remembered-address.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { routeAt } from '../routes.ts';
import { Layout } from '../shell/layout.tsx';
import { PageSlot } from './page-slot.tsx';

const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }));

/** Shows public pages without a check. Without a session, other known paths redirect to sign-in. */
export function Guard() {
  const [path] = useLocation();
  const { page } = routeAt(path);
  if (page?.access === 'public') return <PageSlot key={page.path} page={page} />;
  return <CheckedRoute path={path} />;
}

function CheckedRoute({ path }: { path: string }) {
  const check = useUserCheck();
  const search = useSearch();
  const { page, redirectTo } = routeAt(path);
  if (check.isError) return <CheckFailed retry={() => void check.refetch()} />;
  if (check.data === undefined) return <Checking />;

  const signedIn = check.data !== null;
  if (redirectTo && signedIn && path !== '/') return <Redirect replace to={withQuery(redirectTo, search)} />;
  if (redirectTo) return signedIn ? <RedirectSignedIn fallback={withQuery(redirectTo, search)} /> : <RedirectToLogin />;
  if (page?.access === 'signedOut')
    return signedIn ? <RedirectSignedIn fallback="/dashboard" /> : <PageSlot page={page} />;
  if (page && !signedIn) return <RedirectToLogin />;
  const content = page ? <PageSlot key={page.path} page={page} /> : <NotFoundPage signedIn={signedIn} />;
  const ready = <Suspense>{content}</Suspense>;
  return signedIn ? <Layout>{ready}</Layout> : ready;
}

const withQuery = (path: string, search: string): string => (search ? `${path}?${search}` : path);

function RedirectSignedIn({ fallback }: { fallback: string }) {
  const [address] = useState(() => takeAddress('signIn')?.path ?? fallback);
  return <Redirect replace to={address} />;
}

function RedirectToLogin() {
  const [path, navigate] = useLocation();
  // Keeps the address of the first render: under StrictMode the effect runs again after it has navigated.
  const [wanted] = useState({ path, address: withQuery(path, useSearch()) });
  useEffect(() => {
    if (wanted.path !== '/') rememberAddress('signIn', wanted.address);
    navigate('/login', { replace: true });
  }, [navigate, wanted]);
  return null;
}

function Checking() {
  const { t } = useTranslation();
  return <output className="grid min-h-dvh place-items-center text-muted">{t('common.loading')}</output>;
}

/** Shows whether the network or the server failed, and retries when the network is back. */
function CheckFailed({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  const online = useOnline();
  useEffect(() => onNetworkChange(() => isOnline() && retry()), [retry]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center p-4">
      <h1 className="mb-4 text-center">
        <Brand />
      </h1>
      <Notice
        actions={
          <Button variant="secondary" onClick={retry} size="small">
            {t('common.retry')}
          </Button>
        }
        live
        title={t(online ? 'errors.userCheckFailed' : 'errors.offline')}
        tone={online ? 'danger' : 'warning'}
      >
        {online && t('errors.network')}
      </Notice>
    </main>
  );
}
