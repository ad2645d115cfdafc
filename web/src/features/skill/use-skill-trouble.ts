import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { refusalText } from '#web/api/error-text.ts';
import { formatWhen } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

export type SkillTrouble = { why: string; noticed: string | undefined };

export function useSkillTrouble(amazon: AmazonAuth | undefined): SkillTrouble | undefined {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  if (amazon?.skill !== 'revoked') return undefined;
  const when = formatWhen(amazon.revokedAt, now, asLanguage(i18n.language));
  return {
    why: refusalText(amazon.reason) ?? t('refusals.amazon.permissionWithdrawn'),
    noticed: when && t(when.relative ? 'skill.noticed' : 'skill.noticedOn', { when: when.text }),
  };
}

export const inOneText = ({ why, noticed }: SkillTrouble): string => (noticed ? `${why} ${noticed}` : why);
