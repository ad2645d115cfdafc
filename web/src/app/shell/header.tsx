import { CircleUserRound, LogOut, Menu as MenuIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';

import { skillStateOf, useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useCurrentWorkspace, useUser } from '#web/api/use-session.ts';
import { LanguageMenu } from '#web/features/frame/language-menu.tsx';
import { ThemeButton } from '#web/features/frame/theme-button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

import { prefetchProps } from '../routes.ts';
import { useLogout } from '../use-logout.ts';
import { LazySkillWarning } from './lazy-overlays.tsx';

type HeaderProps = { drawerOpen: boolean; onOpenDrawer: () => void };

export function Header({ drawerOpen, onOpenDrawer }: HeaderProps) {
  const { t } = useTranslation();
  const logout = useLogout();
  const amazon = useAmazonAuth(false).data;
  const user = useUser();
  const workspace = useCurrentWorkspace().data;
  return (
    <header className="sticky top-0 z-10 flex h-16 items-center gap-1 border-b border-border bg-surface px-1 sm:gap-2 sm:px-4">
      <div className="lg:hidden">
        <IconButton
          aria-expanded={drawerOpen}
          aria-haspopup="dialog"
          icon={<MenuIcon aria-hidden size={20} />}
          name={t('shell.openMenu')}
          onClick={onOpenDrawer}
        />
      </div>
      {/* Next to the menu that switches it; the sidebar shows it on larger screens. */}
      <span className="min-w-0 grow leading-tight lg:hidden">
        {/* Two lines on a phone, where the icons leave 80 px. */}
        <span
          className="line-clamp-2 font-medium wrap-break-word max-sm:text-sm max-sm:leading-tight"
          title={workspace?.name}
        >
          {workspace?.name}
        </span>
        <span aria-hidden className="block truncate text-xs text-muted sm:hidden" title={user?.name}>
          {user?.name}
        </span>
      </span>
      <div className="ml-auto flex min-w-0 shrink-0 items-center sm:gap-1">
        {amazon && skillStateOf(amazon) === 'inactive' && <LazySkillWarning amazon={amazon} />}
        <LanguageMenu />
        <ThemeButton />
        <span aria-hidden className="mx-2 h-6 w-px bg-border max-sm:hidden" />
        <AccountLink />
        <span className="sm:hidden">
          <IconButton
            icon={<LogOut aria-hidden size={18} />}
            name={t('shell.logout')}
            onClick={() => logout.mutate()}
          />
        </span>
        <span className="hidden sm:inline">
          <Button icon={<LogOut aria-hidden size={16} />} variant="ghost" onClick={() => logout.mutate()} size="small">
            {t('shell.logout')}
          </Button>
        </span>
      </div>
    </header>
  );
}

const accountPath = '/account';

function AccountLink() {
  const { t } = useTranslation();
  const name = useUser()?.name;
  const [here] = useLocation();
  return (
    <Link
      {...prefetchProps(accountPath)}
      aria-current={here === accountPath ? 'page' : undefined}
      aria-label={`${t('shell.titles.account')}: ${name}`}
      className="flex action-size min-w-0 items-center justify-center gap-2 rounded-md px-2 font-medium hover:bg-hover aria-[current]:text-accent-text"
      href={accountPath}
      title={name}
    >
      <CircleUserRound aria-hidden className="shrink-0" size={18} />
      <span className="max-w-56 truncate max-sm:hidden">{name}</span>
    </Link>
  );
}
