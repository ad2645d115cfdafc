import type { StatusDays } from '#shared/contracts/status.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Card } from '#web/ui/card.tsx';

import { timeOf } from './days.ts';
import { Figures } from './figures.tsx';

export function HomesCard({ homes }: { homes: StatusDays['homes'] }) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  return (
    <Card description={t('status.homes.text')} title={t('status.homes.heading')}>
      {homes ? (
        <>
          <Figures
            figures={[
              { name: t('status.homes.p50'), value: timeOf(homes.latencyMs.p50, language) },
              { name: t('status.homes.p95'), value: timeOf(homes.latencyMs.p95, language) },
            ]}
          />
          <p className="mt-3 text-xs text-subtle">{t('status.homes.days', { count: homes.days })}</p>
        </>
      ) : (
        <p className="text-muted">{t('status.homes.few')}</p>
      )}
    </Card>
  );
}
