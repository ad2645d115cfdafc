import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';

import { openSkillDialog } from '../../app/skill-dialog-state.ts';
import { inOne, useSkillTrouble } from '../../app/use-skill-trouble.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Says once, above the list, what is the matter with all triggers while the skill of a linked account is not active. */
export function SkillOffNotice({ amazon }: { amazon: AmazonAuth | undefined }) {
  const { t } = useTranslation();
  const trouble = useSkillTrouble(amazon);
  if (amazon?.skill !== 'notEnabled' && amazon?.skill !== 'revoked') return null;
  return (
    <div className="mb-6">
      <Notice
        actions={
          <Button look="secondary" onClick={openSkillDialog} size="small">
            {t('triggers.run.activateSkill')}
          </Button>
        }
        title={t('amazonAuth.skillNotActivated')}
        tone="warning"
      >
        {trouble ? inOne(trouble) : t('triggers.skillOffText')}
      </Notice>
    </div>
  );
}
