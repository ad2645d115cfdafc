import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowRight, type LucideIcon, MessageCircle, UserRoundCheck, Zap } from 'lucide-react';
import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import type { Group } from '#shared/contracts/whatsapp.ts';
import { formatNumber } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cardClass } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

type CountCardsProps = {
  amazon: UseQueryResult<AmazonAuth>;
  triggers: UseQueryResult<readonly Trigger[]>;
  groups: UseQueryResult<readonly Group[]>;
};

export function CountCards({ amazon, triggers, groups }: CountCardsProps) {
  const { t } = useTranslation();
  const cards = [
    {
      to: '/triggers',
      icon: Zap,
      label: t('dashboard.cards.triggers'),
      query: triggers,
      count: triggers.data && {
        value: triggers.data.length,
        detail: t('dashboard.cards.activeTriggers', { count: triggers.data.filter(({ enabled }) => enabled).length }),
      },
    },
    {
      to: '/whatsapp',
      icon: MessageCircle,
      label: t('dashboard.cards.groups'),
      query: groups,
      count: groups.data && {
        value: groups.data.length,
        detail: t('dashboard.cards.linkedGroups', { count: groups.data.length }),
      },
    },
    {
      to: '/amazon-auth',
      icon: UserRoundCheck,
      label: t('dashboard.cards.accounts'),
      query: amazon,
      count:
        amazon.data &&
        (amazon.data.skill === 'notLinked'
          ? { value: 0, detail: t('dashboard.cards.accountNotLinked') }
          : { value: 1, detail: amazon.data.email ?? t('dashboard.cards.accountLinked') }),
    },
  ];
  return (
    <ul aria-label={t('dashboard.cards.heading')} className="grid grid-cols-1 gap-4 sm:grid-cols-3 lg:gap-6">
      {cards.map(({ query, ...card }) => (
        <li key={card.to}>
          <CountCard {...card} failed={query.isError} />
        </li>
      ))}
    </ul>
  );
}

type CountCardProps = {
  to: string;
  icon: LucideIcon;
  label: string;
  count: { value: number; detail: string } | undefined;
  failed: boolean;
};

function CountCard({ to, icon: Icon, label, count, failed }: CountCardProps) {
  const { t, i18n } = useTranslation();
  return (
    <Link className={`${cardClass(true)} group block h-full p-4 sm:py-5 lg:px-6`} href={to}>
      <span className="flex items-center gap-2 text-muted">
        <Icon aria-hidden className="shrink-0 text-subtle" size={16} />
        {label}
        <ArrowRight
          aria-hidden
          className="ml-auto shrink-0 text-subtle opacity-0 transition-opacity duration-120 group-hover:opacity-100 group-focus-visible:opacity-100 max-lg:hidden"
          size={16}
        />
      </span>
      {count ? (
        <>
          <span className="mt-2 block text-2xl font-semibold tabular-nums">
            {formatNumber(count.value, asLanguage(i18n.language))}
          </span>
          <span className="mt-1 line-clamp-2 wrap-anywhere text-muted" title={count.detail}>
            {count.detail}
          </span>
        </>
      ) : failed ? (
        <>
          <span aria-hidden className="mt-2 block text-2xl font-semibold text-subtle">
            –
          </span>
          <span className="mt-1 block text-muted">{t('dashboard.cards.notLoaded')}</span>
        </>
      ) : (
        <>
          <Skeleton className="mt-2 h-8.5 w-14" />
          <Skeleton className="mt-1 h-5 w-28" />
        </>
      )}
    </Link>
  );
}
