import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { inOneText, useSkillTrouble } from '#web/features/skill/use-skill-trouble.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

export function SkillOffNotice({ amazon }: { amazon: AmazonAuth }) {
  const { t } = useTranslation();
  const trouble = useSkillTrouble(amazon);
  return (
    <div className="mb-6">
      <Notice
        actions={
          <Button variant="secondary" onClick={openSkillDialog} size="small">
            {t('triggers.run.activateSkill')}
          </Button>
        }
        title={t('amazonAuth.skillNotActivated')}
        tone="warning"
      >
        {trouble ? inOneText(trouble) : t('skill.inactiveText')}
      </Notice>
    </div>
  );
}
