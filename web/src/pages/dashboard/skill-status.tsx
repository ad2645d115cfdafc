import { Sparkles } from 'lucide-react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { RepairAction, SkillAdvice } from '#web/features/skill/repair-action.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

export function SkillStatus({ amazon, failed }: { amazon: AmazonAuth | undefined; failed: boolean }) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="skill-status"
      className={`${cardClass()} flex flex-wrap items-start gap-4 p-4 sm:min-h-24 sm:items-center sm:gap-x-5 sm:px-6`}
    >
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-md bg-sunken text-muted">
        <Sparkles size={20} />
      </span>
      <div className="min-w-0 grow basis-48">
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-base font-semibold" id="skill-status">
            {t('dashboard.skill.heading')}
          </h2>
          {amazon && <State active={amazon.skill === 'active'} />}
        </div>
        {amazon ? (
          <div className="mt-0.5 max-w-prose text-muted text-pretty">
            {amazon.skill === 'active' ? t('dashboard.skill.activeText') : <SkillAdvice amazon={amazon} />}
          </div>
        ) : failed ? (
          <p className="mt-0.5 text-muted">{t('dashboard.cards.notLoaded')}</p>
        ) : (
          <>
            <span className="sr-only">{t('dashboard.skill.loading')}</span>
            <Skeleton className="mt-1.5 h-4 w-full max-w-sm" />
          </>
        )}
      </div>
      {amazon && amazon.skill !== 'active' && (
        <div className="w-full sm:w-auto">
          <RepairAction amazon={amazon} variant="secondary" wide />
        </div>
      )}
    </section>
  );
}

function State({ active }: { active: boolean }) {
  const { t } = useTranslation();
  return (
    <Badge dot tone={active ? 'success' : 'warning'}>
      {active ? t('dashboard.skill.active') : t('dashboard.skill.inactive')}
    </Badge>
  );
}
