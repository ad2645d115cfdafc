import { CircleUserRound, LogOut, Menu as MenuIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';

import { skillStateOf, useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useUser } from '#web/api/use-session.ts';
import { Brand } from '#web/features/frame/brand.tsx';
import { LanguageMenu } from '#web/features/frame/language-menu.tsx';
import { ThemeButton } from '#web/features/frame/theme-button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

import { loadingAhead } from '../routes.ts';
import { useLogout } from '../use-logout.ts';
import { LazySkillWarning } from './lazy-overlays.tsx';

type HeaderProps = { drawerOpen: boolean; onOpenDrawer: () => void };

export function Header({ drawerOpen, onOpenDrawer }: HeaderProps) {
  const { t } = useTranslation();
  const logout = useLogout();
  const amazon = useAmazonAuth(false).data;
  return (
    <header className="sticky top-0 z-10 flex h-16 items-center gap-2 border-b border-border bg-surface px-2 sm:px-4">
      <div className="lg:hidden">
        <IconButton
          aria-expanded={drawerOpen}
          aria-haspopup="dialog"
          icon={<MenuIcon aria-hidden size={20} />}
          name={t('shell.openMenu')}
          onClick={onOpenDrawer}
        />
      </div>
      <span className="hidden sm:inline lg:hidden">
        <Brand />
      </span>
      <div className="ml-auto flex min-w-0 items-center gap-1">
        {amazon && skillStateOf(amazon) === 'inactive' && <LazySkillWarning amazon={amazon} />}
        <LanguageMenu />
        <ThemeButton />
        <span aria-hidden className="mx-1 h-6 w-px bg-border sm:mx-2" />
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
      {...loadingAhead(accountPath)}
      aria-current={here === accountPath ? 'page' : undefined}
      aria-label={`${t('shell.titles.account')}: ${name}`}
      className="flex action-size min-w-0 items-center gap-2 rounded-md px-2 font-medium hover:bg-hover aria-[current]:text-accent-text"
      href={accountPath}
      title={name}
    >
      <CircleUserRound aria-hidden className="shrink-0" size={18} />
      {/* A phone has room for the first name. */}
      <span className="max-w-16 truncate sm:hidden">{name?.split(' ')[0]}</span>
      <span className="hidden max-w-56 truncate sm:block">{name}</span>
    </Link>
  );
}
