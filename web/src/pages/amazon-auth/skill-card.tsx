import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';

import { openSkillDialog } from '../../app/skill-dialog-state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** Whether Alexa takes what the triggers send, and what to do when it does not. */
export function SkillCard({ skill }: { skill: Exclude<AmazonAuth['skill'], 'notLinked'> }) {
  const { t } = useTranslation();
  const active = skill === 'active';
  return (
    <Card title={t('amazonAuth.skill.heading')}>
      <Badge dot tone={active ? 'success' : 'warning'}>
        {t(`amazonAuth.skill.${skill}`)}
      </Badge>
      <p className="mt-3 text-muted text-pretty">{t(`amazonAuth.skill.${skill}Text`)}</p>
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
