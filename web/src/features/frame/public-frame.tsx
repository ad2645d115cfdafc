import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeButton } from './theme-button.tsx';

export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <header className="sticky top-0 z-10 border-b border-border bg-surface">
        <div className="mx-auto flex h-16 max-w-280 items-center justify-between gap-4 px-4 sm:px-6">
          {/* A full page load, because the public pages do not check the session. */}
          <a className="rounded-sm" href="/">
            <Brand />
          </a>
          <div className="flex items-center gap-1">
            <LanguageMenu />
            <ThemeButton />
          </div>
        </div>
      </header>
      <main className="mx-auto max-w-280 px-4 py-8 outline-none sm:px-6 sm:py-12" id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="border-t border-border">
        <nav
          aria-label={t('shell.about')}
          className="mx-auto flex max-w-280 flex-wrap gap-x-6 gap-y-2 px-4 py-6 text-muted sm:px-6"
        >
          <Link className="hover:text-text" href="/terms">
            {t('shell.titles.terms')}
          </Link>
          <Link className="hover:text-text" href="/privacy">
            {t('shell.titles.privacy')}
          </Link>
          <Link className="hover:text-text" href="/status">
            {t('shell.titles.status')}
          </Link>
        </nav>
      </footer>
    </>
  );
}
