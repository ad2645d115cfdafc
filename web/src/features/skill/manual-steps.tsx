import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';

import { accountName } from './account-state.ts';
import { SkillPageLink } from './skill-page-link.tsx';
import { useSkillPage } from './use-skill-page.ts';

type ManualStepsProps = {
  amazon: Pick<AmazonAuth, 'name' | 'email' | 'isOff'>;
  /** After a run: the steps end with another run, because nothing else shows whether they helped. */
  forRun?: boolean;
  /** Adds a link to the skill's page, for places where the buttons below lead elsewhere. */
  withLink?: boolean;
};

/** Steps to enable the skill in the Alexa app, or to disable and enable it. */
export function ManualSteps({ amazon, forRun = false, withLink = false }: ManualStepsProps) {
  const { t } = useTranslation();
  const page = useSkillPage();
  const account = accountName(amazon) ?? t('skill.linkedAccount');
  return (
    <NumberedSteps
      steps={[
        {
          text: t(page ? 'skill.manual.page' : 'skill.manual.find'),
          ...(page &&
            withLink && { more: <SkillPageLink label={t('skill.openPage')} size="small" variant="secondary" /> }),
        },
        ...(amazon.isOff ? [] : [{ text: t('skill.manual.disable') }]),
        { text: t('skill.manual.enable', { account }) },
        { text: t(forRun ? 'skill.manual.runAgain' : 'skill.manual.back') },
      ]}
    />
  );
}
