import { clsx } from 'clsx';
import { CircleCheck, Sparkles, X } from 'lucide-react';
import { Link, useLocation } from 'wouter';

import { skillStateOf, useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { Brand } from '#web/features/frame/brand.tsx';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

import { prefetchProps } from '../routes.ts';
import { navigation } from './navigation.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';

const entryClass =
  'group flex min-h-9 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left text-sm font-medium transition-colors duration-120 coarse:min-h-11';
const restingClass = 'text-muted hover:bg-hover hover:text-text';

export function Sidebar({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex h-16 shrink-0 items-center justify-between pr-2 pl-5">
        <Link className="rounded-sm" href="/dashboard">
          <Brand />
        </Link>
        {onClose && <IconButton icon={<X aria-hidden size={18} />} name={t('shell.closeMenu')} onClick={onClose} />}
      </div>
      <div className="px-3 pt-1 pb-4">
        <WorkspaceMenu {...(onClose && { onDone: onClose })} />
      </div>
      <ul className="grid gap-0.5 px-3">
        {navigation.map((entry) => (
          <li key={entry.path}>
            <PageLink {...entry} />
          </li>
        ))}
      </ul>
      <div className="mt-auto p-3">
        <SkillEntry {...(onClose && { before: onClose })} />
      </div>
    </div>
  );
}

function PageLink({ path, label, icon: Icon }: (typeof navigation)[number]) {
  const { t } = useTranslation();
  const [here] = useLocation();
  const current = here === path || here.startsWith(`${path}/`);
  return (
    <Link
      {...prefetchProps(path)}
      aria-current={current ? (here === path ? 'page' : 'true') : undefined}
      className={clsx(entryClass, current ? 'bg-accent-soft text-accent-text' : restingClass)}
      href={path}
    >
      <Icon aria-hidden className={clsx('shrink-0', !current && 'text-subtle group-hover:text-text')} size={18} />
      {t(label)}
    </Link>
  );
}

function SkillEntry({ before }: { before?: () => void }) {
  const { t } = useTranslation();
  const state = skillStateOf(useAmazonAuth(false).data);
  return (
    <button
      className={clsx(entryClass, restingClass)}
      onClick={() => {
        before?.();
        openSkillDialog();
      }}
      type="button"
    >
      <Sparkles aria-hidden className="shrink-0 text-subtle group-hover:text-text" size={18} />
      <span className="grow">{t(state === 'active' ? 'shell.nav.skillActive' : 'shell.nav.activateSkill')}</span>{' '}
      {state === 'inactive' && (
        <span className="grid size-5 shrink-0 place-items-center rounded-full bg-danger-solid text-xs font-semibold text-on-danger">
          <span aria-hidden>!</span>
          <span className="sr-only">({t('skill.notActive')})</span>
        </span>
      )}
      {state === 'active' && <CircleCheck aria-hidden className="shrink-0 text-success" size={16} />}
    </button>
  );
}
