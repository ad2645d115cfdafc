import type { Subscription } from '#shared/contracts/billing.ts';
import { useConfig } from '#web/api/use-config.ts';
import { statusOf } from '#web/features/billing/use-subscription.ts';
import { formatDate, formatMoney, momentOf } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';

const tones = {
  canceled: 'info',
  unpaid: 'warning',
  incomplete: 'warning',
  incomplete_expired: 'info',
  paused: 'info',
  unknown: 'warning',
} as const;

type Past = keyof typeof tones;
const isPast = (status: string): status is Past => status in tones;

export function EndedNotice({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  const status = statusOf(subscription);
  if (!isPast(status)) return null;
  const language = asLanguage(i18n.language);
  const ended = endOf(subscription, now);
  return (
    <Notice
      actions={status === 'unknown' && <SupportLink />}
      title={t(`subscription.past.${status}Title`)}
      tone={tones[status]}
    >
      {t(`subscription.past.${textFor(status, subscription, ended)}`, {
        date: formatDate(ended, language),
        amount: formatMoney(subscription.amount_due, subscription.currency, language),
      })}
    </Notice>
  );
}

function SupportLink() {
  const { t } = useTranslation();
  const { supportEmail } = useConfig() ?? {};
  if (supportEmail === undefined) return null;
  return (
    <a className={buttonClass('secondary', 'small')} href={`mailto:${supportEmail}`}>
      {t('subscription.past.support')}
    </a>
  );
}

function textFor(status: Past, { amount_due: due }: Subscription, ended: string | undefined) {
  if (status === 'canceled') return ended === undefined ? 'canceled' : 'canceledOn';
  // A subscription that was ending does not show an open amount.
  if (due === 0 && (status === 'unpaid' || status === 'incomplete')) return `${status}NoAmount` as const;
  return status;
}

/** Undefined if it ended before the planned day, because that date is not stored. */
function endOf({ cancel_at: planned, canceled_at: canceled }: Subscription, now: number): string | undefined {
  const ended = planned ?? canceled;
  const moment = momentOf(ended);
  return ended && moment !== undefined && moment <= now ? ended : undefined;
}
