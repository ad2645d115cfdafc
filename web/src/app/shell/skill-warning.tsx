import { TriangleAlert } from 'lucide-react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { inOneText, useSkillAdvice } from '#web/features/skill/use-skill-advice.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

/** Shown in the header while the skill is not active. If it was active before, the tooltip gives the reason. */
export function SkillWarning({ amazon }: { amazon: AmazonAuth }) {
  const { t } = useTranslation();
  const advice = useSkillAdvice(amazon);
  return (
    <IconButton
      description={advice?.why && inOneText(advice)}
      icon={
        <>
          <TriangleAlert aria-hidden size={20} />
          <span
            aria-hidden
            className="absolute top-1.5 right-1.5 size-2 rounded-full bg-danger-solid ring-2 ring-warning-soft"
          />
        </>
      }
      name={t('skill.notActivated')}
      onClick={openSkillDialog}
      tone="warning"
    />
  );
}
