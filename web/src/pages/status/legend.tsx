import { useTranslation } from '#web/i18n/use-translation.ts';

import { bars, dayStates } from './tones.ts';

export function Legend() {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('status.days.legend')} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {dayStates.map((state) => (
        <li className="inline-flex items-end gap-1.5" key={state}>
          <svg aria-hidden className="mb-0.5" height="12" width="6">
            <rect
              className={bars[state].fill}
              height={(12 * bars[state].height) / 100}
              width="6"
              y={12 - (12 * bars[state].height) / 100}
            />
          </svg>
          {t(`status.states.${state}`)}
        </li>
      ))}
    </ul>
  );
}
