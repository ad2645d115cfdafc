import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { statusContract } from '#shared/contracts/status.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

export type StatusNow = ReplyOf<(typeof statusContract)['status']>;

const tones = {
  up: 'success',
  degraded: 'warning',
  down: 'danger',
  homes: 'warning',
  idle: 'info',
  unknown: 'warning',
} as const;

/** The worst state wins. An unknown state never counts as good. */
export function overallOf({ asOf, channels, homesSilentSince }: StatusNow): keyof typeof tones {
  const is = (state: string): boolean => channels.some((each) => each.state === state);
  if (is('down')) return 'down';
  if (homesSilentSince !== null) return 'homes';
  if (is('degraded')) return 'degraded';
  if (is('up')) return 'up';
  return asOf !== null && is('idle') ? 'idle' : 'unknown';
}

export function Overall({ status }: { status: StatusNow }) {
  const { t, i18n } = useTranslation();
  const overall = overallOf(status);
  const troubled = status.channels.filter(({ state }) => state === overall);
  const names = troubled.map(({ channel }) => t(`status.channels.${channel}`));
  const channels = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
  return (
    <Notice title={t(`status.overall.${overall}`)} tone={tones[overall]}>
      <p>{t(`status.overall.${overall}Text`, { channels })}</p>
      {status.asOf !== null && (
        <p className="mt-1 text-sm">
          {t('status.checked')}: <RelativeTime at={status.asOf} inText />
        </p>
      )}
    </Notice>
  );
}
