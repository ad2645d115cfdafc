import type { ReactNode } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { possibleAt, possibleWords } from '#web/features/schedule/possible-words.ts';
import { zoneOf } from '#web/features/schedule/time-zones.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { usePlans } from '../schedule/use-plans.ts';

/** Shown below a trigger's name: that it has conditions and, if it cannot run now, when it can. */
export function ConditionsLine({ trigger, icon }: { trigger: Trigger; icon: ReactNode }) {
  const { t, i18n } = useTranslation();
  const minute = useMinute();
  const zone = zoneOf(usePlans(trigger.workspaceId).data?.timeZone);
  // The current minute may have started before the last run.
  const now = Math.max(minute, Date.parse(trigger.coolSince ?? '') || 0);
  const next = possibleAt(trigger, zone, now);
  return (
    <span className="mt-1 flex items-start gap-1.5 text-xs font-normal text-muted">
      {icon}
      <span className="min-w-0 text-pretty">{words()}</span>
    </span>
  );

  function words(): string {
    if (next === undefined) return t('access.conditions.lineNever');
    if (next <= now) return t('access.conditions.line');
    const when = possibleWords(t, next, { zone, language: asLanguage(i18n.language), now });
    return t('access.conditions.lineNext', { when });
  }
}
