import { asStart, formatFullDate, formatWhen } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { Tooltip } from '../buttons/tooltip.tsx';
import { useMinute } from './minute-clock.ts';

type RelativeTimeProps = {
  at: string | null | undefined;
  never?: string;
  /** Follows other words, so that it is not capitalized. */
  inText?: boolean;
};

/** Shows a time as relative within 24 hours and as a full date otherwise, with date and time in a tooltip. */
export function RelativeTime({ at, never, inText = false }: RelativeTimeProps) {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  const language = asLanguage(i18n.language);
  const when = formatWhen(at, now, language);
  if (!at || !when) return <span className="text-muted">{never ?? t('common.never')}</span>;
  return (
    <Tooltip describes={when.relative} text={formatFullDate(at, language)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must open by keyboard */}
      <time className="rounded-xs tabular-nums" dateTime={at} tabIndex={0}>
        {inText ? when.text : asStart(when.text, language)}
      </time>
    </Tooltip>
  );
}
