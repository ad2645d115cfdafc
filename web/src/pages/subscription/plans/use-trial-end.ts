import { trialDays } from '#shared/rules/billing/trial.ts';
import { formatDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

const day = 86_400_000;

export function useTrialEnd(): string {
  const now = useMinute();
  const { i18n } = useTranslation();
  return formatDate(new Date(now + trialDays * day).toISOString(), asLanguage(i18n.language));
}
