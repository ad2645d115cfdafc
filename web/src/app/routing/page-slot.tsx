import { Component, type ReactNode, Suspense, useEffect } from 'react';

import { usePageTitle } from '#web/features/frame/use-page-title.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { report } from '#web/platform/report.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

import type { PageRoute } from '../routes.ts';
import { PageSkeleton } from '../shell/page-skeleton.tsx';

export function PageSlot({ page }: { page: PageRoute }) {
  const { t } = useTranslation();
  usePageTitle(page.ownTitle ? undefined : t(page.title));
  return (
    <PageFailure title={t(page.title)}>
      <Suspense fallback={page.access === 'signedIn' ? <PageSkeleton /> : null}>
        <page.Page />
        <FocusHeading />
      </Suspense>
    </PageFailure>
  );
}

// Whether the user has navigated. The redirect from `/` to the first page does not count.
let moved = false;
for (const step of ['pushState', 'popstate']) {
  window.addEventListener(step, () => {
    moved = true;
  });
}

/** Focuses the heading after a navigation, so that screen readers announce the page. */
export function FocusHeading() {
  useEffect(() => {
    if (!moved) return;
    const heading = document.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
  return null;
}

class PageFailure extends Component<{ title: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    report('page failed', error);
  }

  override render() {
    return this.state.failed ? <PageFailed title={this.props.title} /> : this.props.children;
  }
}

function PageFailed({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <Notice
        actions={
          <Button variant="secondary" onClick={() => window.location.reload()} size="small">
            {t('errors.reload')}
          </Button>
        }
        live
        title={t('errors.pageFailed')}
        tone="danger"
      >
        {t('errors.pageFailedHint')}
      </Notice>
    </>
  );
}
