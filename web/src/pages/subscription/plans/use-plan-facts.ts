import type { Subscription } from '#shared/contracts/billing.ts';
import { isEnding } from '#web/features/trial/trial-state.ts';
import { formatDate, formatMoney } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

type Fact = { term: string; value: string };

export function usePlanFacts(subscription: Subscription): Fact[] {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const money = (amount: number) => formatMoney(amount, subscription.currency, language);
  const date = (at: string | null) => formatDate(at, language);
  const { status, planType, amount, amount_due: due, amount_total_discount: discount } = subscription;
  const { currentPeriodStart: from, currentPeriodEnd: to, hasPaymentMethodAttached: hasCard } = subscription;
  // A subscription that is ending does not show an open amount.
  const overdue = status === 'past_due' && !isEnding(subscription);

  const next = (): string => {
    if (overdue) return t('subscription.details.dueNow', { amount: money(due) });
    if (isEnding(subscription)) return t('subscription.details.nextNone');
    if (!date(to)) return t('common.never');
    const how = status === 'trialing' && !hasCard && due > 0 ? 'nextIfCard' : 'nextOn';
    return t(`subscription.details.${how}`, { amount: money(due), date: date(to) });
  };

  return [
    { term: t('subscription.details.plan'), value: t(`subscription.plans.${planType}`) },
    {
      term: t('subscription.details.price'),
      value: t(planType === 'pro_annual' ? 'subscription.price.year' : 'subscription.price.month', {
        amount: money(amount),
      }),
    },
    {
      term: t(status === 'trialing' ? 'subscription.details.trialPeriod' : 'subscription.details.period'),
      value:
        date(from) && date(to)
          ? t('subscription.details.range', { from: date(from), to: date(to) })
          : t('common.never'),
    },
    { term: t(overdue ? 'subscription.details.due' : 'subscription.details.next'), value: next() },
    ...(discount > 0
      ? [
          {
            term: t('subscription.details.discount'),
            value: t(overdue ? 'subscription.details.discountOfOpen' : 'subscription.details.discountOf', {
              amount: money(discount),
            }),
          },
        ]
      : []),
    {
      term: t('subscription.details.payment'),
      value: t(hasCard ? 'subscription.details.attached' : 'subscription.details.notAttached'),
    },
  ];
}
