import { type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';

import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useUser } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { useInvalidateSkillOnMove } from '../use-invalidate-skill.ts';
import { Header } from './header.tsx';
import { DeletionBanner, FindingsWatch, LazyDrawer, LazySkillDialog, MovedBanner } from './lazy-overlays.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Sidebar } from './sidebar.tsx';

export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const [drawerOn, setDrawerOn] = useState<string>();
  const drawer = drawerOn === path;
  // A drawer that stays open on another page would be shown again by Back.
  if (drawerOn !== undefined && !drawer) setDrawerOn(undefined);
  const goes = useUser()?.deletionDueAt;
  const moved = useAmazonAuth(false).data?.movedAwayAt;
  const closeDrawer = () => setDrawerOn(undefined);
  useInvalidateSkillOnMove();

  return (
    <>
      <a
        className="fixed top-3 left-3 z-70 -translate-y-20 rounded-md bg-accent px-4 py-2.5 font-medium text-on-accent focus:translate-y-0"
        href="#content"
      >
        {t('shell.skipToContent')}
      </a>
      {/* Leaves room for the findings banner, so that nothing moves when it appears. */}
      <div className="has-[>main+aside]:pb-14 lg:pl-64">
        <nav
          aria-label={t('shell.mainNavigation')}
          className="fixed inset-y-0 left-0 z-10 hidden w-64 overflow-y-auto border-r border-border bg-surface lg:block"
        >
          <Sidebar />
        </nav>
        <Header drawerOpen={drawer} onOpenDrawer={() => setDrawerOn(path)} />
        <OfflineBanner />
        {/* The account page shows the deletion itself. */}
        <Suspense>{goes && !path.startsWith('/account') && <DeletionBanner />}</Suspense>
        <Suspense>{moved && <MovedBanner />}</Suspense>
        <main className="mx-auto max-w-280 px-4 py-6 outline-none sm:px-6 sm:py-8" id="content" tabIndex={-1}>
          {children}
        </main>
        <Suspense>
          <FindingsWatch />
        </Suspense>
      </div>
      <LazyDrawer bare onClose={closeDrawer} open={drawer} side="left" title={t('shell.menu')}>
        <nav aria-label={t('shell.mainNavigation')} className="h-full">
          <Sidebar onClose={closeDrawer} />
        </nav>
      </LazyDrawer>
      <LazySkillDialog />
    </>
  );
}
