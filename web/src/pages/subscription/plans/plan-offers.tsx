import { clsx } from 'clsx';
import type { ReactNode } from 'react';

import type { Prices } from '#shared/contracts/app-config.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';
import { useHasWhatsapp } from '#web/api/use-config.ts';
import { formatMoney } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cardClass } from '#web/ui/card.tsx';

import { FeatureList } from './feature-list.tsx';
import { sumsOf } from './sums.ts';

type ProOfferProps = { prices: Prices; plan: PaidPlan; action: ReactNode; terms: ReactNode };

export function ProOffer({ prices, plan, action, terms }: ProOfferProps) {
  const hasWhatsapp = useHasWhatsapp();
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const money = (amount: number) => formatMoney(amount, prices.currency, language);
  const { perMonth, subtotal, discount, total } = sumsOf(prices, plan);
  return (
    <Offer accent name={t('subscription.plans.pro')} text={hasWhatsapp && t('subscription.plans.proText')}>
      <div aria-live="polite">
        <Price amount={money(perMonth)} per={t('subscription.price.perMonth')} />
        <p className="mt-1 text-muted">
          {plan === 'pro_annual'
            ? t('subscription.price.billedYearly', { amount: money(total) })
            : t('subscription.price.billedMonthly')}
          {discount > 0 && (
            <span className="text-subtle">, {t('subscription.price.instead', { amount: money(subtotal) })}</span>
          )}
        </p>
      </div>
      <div className="my-5 grid gap-2.5">
        {action}
        {terms}
      </div>
      <FeatureList plan={plan} />
    </Offer>
  );
}

export function FreeOffer({ prices }: { prices: Prices }) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  return (
    <Offer
      badge={<Badge>{t('subscription.plans.current')}</Badge>}
      name={t('subscription.plans.free')}
      text={t('subscription.plans.freeText')}
    >
      <div className="mb-5">
        <Price amount={formatMoney(0, prices.currency, language)} per={t('subscription.price.perMonth')} />
      </div>
      <FeatureList plan="free" />
    </Offer>
  );
}

const Price = ({ amount, per }: { amount: string; per: string }) => (
  <p className="flex flex-wrap items-baseline gap-x-2">
    <span className="text-2xl font-semibold tracking-tight tabular-nums">{amount}</span>
    <span className="text-muted">{per}</span>
  </p>
);

type OfferProps = { name: string; text: string | false; badge?: ReactNode; accent?: boolean; children: ReactNode };

function Offer({ name, text, badge, accent = false, children }: OfferProps) {
  return (
    <section className={clsx(cardClass(), 'min-w-0 p-4 sm:p-6', accent && 'ring-1 ring-accent')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg font-semibold">{name}</h3>
        {badge}
      </div>
      <p className="mt-1 mb-4 text-muted md:min-h-10 text-pretty">{text}</p>
      {children}
    </section>
  );
}
