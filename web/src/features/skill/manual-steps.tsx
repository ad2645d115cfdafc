import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';

import { accountName } from './mend-of.ts';
import { useSkillPage } from './use-skill-page.ts';

/** Switching the skill on, or off and on, in the Alexa app. */
export function ManualSteps({ amazon }: { amazon: Pick<AmazonAuth, 'name' | 'email'> }) {
  const { t } = useTranslation();
  const page = useSkillPage();
  const account = accountName(amazon) ?? t('skill.linkedAccount');
  return (
    <NumberedSteps
      steps={[
        { text: t(page ? 'skill.manual.page' : 'skill.manual.find') },
        { text: t('skill.manual.disable') },
        { text: t('skill.manual.enable', { account }) },
        { text: t('skill.manual.back') },
      ]}
    />
  );
}
