import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { inOneText, useSkillTrouble } from '#web/features/skill/use-skill-trouble.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';

export function SkillCard({ account }: { account: AmazonAuth }) {
  const { t } = useTranslation();
  const trouble = useSkillTrouble(account);
  const active = account.skill === 'active';
  return (
    <Card title={t('amazonAuth.skill.heading')}>
      <Badge dot tone={active ? 'success' : 'warning'}>
        {trouble ? t('amazonAuth.skill.revoked') : t(`amazonAuth.skill.${active ? 'active' : 'notEnabled'}`)}
      </Badge>
      <div className="mt-3 grid gap-2 text-muted text-pretty">
        <p>{trouble ? inOneText(trouble) : t(`amazonAuth.skill.${active ? 'activeText' : 'notEnabledText'}`)}</p>
        {trouble && <p>{t('skill.otherwise')}</p>}
      </div>
      {!active && (
        <div className="mt-5">
          <Button onClick={openSkillDialog} wide>
            {t('amazonAuth.skill.activate')}
          </Button>
        </div>
      )}
    </Card>
  );
}
