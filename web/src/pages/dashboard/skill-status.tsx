import { Sparkles } from 'lucide-react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { inOneText, useSkillTrouble } from '#web/features/skill/use-skill-trouble.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

const texts = {
  active: 'dashboard.skill.activeText',
  notEnabled: 'skill.inactiveText',
  notLinked: 'skill.linkFirst',
} as const satisfies Record<Exclude<AmazonAuth['skill'], 'revoked'>, string>;

export function SkillStatus({ amazon, failed }: { amazon: AmazonAuth | undefined; failed: boolean }) {
  const { t } = useTranslation();
  const trouble = useSkillTrouble(amazon);
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
          <p className="mt-0.5 max-w-prose text-muted text-pretty">
            {amazon.skill === 'revoked' ? trouble && inOneText(trouble) : t(texts[amazon.skill])}
          </p>
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
          <Button variant="secondary" onClick={openSkillDialog} wide>
            {t('dashboard.skill.activate')}
          </Button>
        </div>
      )}
    </section>
  );
}

function State({ active }: { active: boolean }) {
  const { t } = useTranslation();
  return (
    <Badge dot tone={active ? 'success' : 'warning'}>
      {active ? t('skill.badge') : t('dashboard.skill.inactive')}
    </Badge>
  );
}
