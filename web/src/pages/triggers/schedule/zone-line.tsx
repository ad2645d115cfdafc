import { Globe, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';

import { timeIn } from '#web/features/schedule/moments.ts';
import { browserZone, sameClock, zoneName } from '#web/features/schedule/time-zones.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

type ZoneLineProps = {
  stored: string | undefined;
  zone: string;
  /** Replaces the text about planned runs if the workspace has no time zone. */
  unset?: string;
};

/** `stored` is the workspace's time zone; without one, this device's zone applies. */
export function ZoneLine({ stored, zone, unset }: ZoneLineProps) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const now = useMinute();
  const here = browserZone();
  const differs = here !== undefined && !sameClock(zone, here, now);
  const name = zoneName(zone, now);
  return (
    <div className="grid gap-1.5">
      <p className="flex items-start gap-2 text-muted">
        <Globe aria-hidden className="mt-0.5 shrink-0 text-subtle" size={16} />
        <span className="min-w-0 text-pretty">
          {stored === undefined
            ? (unset ?? t('schedule.zone.device', { zone: name }))
            : t('schedule.zone.workspace', { zone: name })}{' '}
          {stored !== undefined && (
            <Link className="rounded-xs font-medium text-accent-text underline underline-offset-2" href="/workspaces">
              {t('schedule.zone.change')}
            </Link>
          )}
        </span>
      </p>
      {differs && (
        <p className="flex items-start gap-2 text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 shrink-0" size={16} />
          <span className="min-w-0 text-pretty">
            {t('schedule.zone.differs', {
              here: zoneName(here, now),
              hereTime: timeIn(here, now, language),
              thereTime: timeIn(zone, now, language),
            })}
          </span>
        </p>
      )}
    </div>
  );
}
