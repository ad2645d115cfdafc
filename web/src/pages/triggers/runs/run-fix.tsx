import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';

import { type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';
import { isFeatureActive, useSubscription } from '#web/features/billing/use-subscription.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';

/** The present state: what was fixed since a run needs no button. */
export type FixFacts = {
  workspaceId: number;
  skillActive: boolean;
  switchOn: (() => void) | undefined;
  switching: boolean;
};

/** Shown only while the reason is still there. */
export function RunFix({ outcome, facts }: { outcome: Outcome; facts: FixFacts }) {
  const { t } = useTranslation();
  const { skillActive, switchOn, switching, workspaceId } = facts;
  const { fix } = outcomes[outcome];
  if (fix === 'plan') return <PlanFix workspaceId={workspaceId} />;
  if (fix === 'switchOn' && switchOn)
    return (
      <Fix>
        <Button busy={switching} variant="secondary" onClick={switchOn} size="small">
          {t('triggers.run.switchOn')}
        </Button>
      </Fix>
    );
  if (skillActive) return null;
  if (fix === 'reconnect') return <LinkFix page="/amazon-auth" words={t('triggers.run.reconnect')} />;
  if (fix === 'activateSkill')
    return (
      <Fix>
        <Button variant="secondary" onClick={openSkillDialog} size="small">
          {t('triggers.run.activateSkill')}
        </Button>
      </Fix>
    );
  return null;
}

function PlanFix({ workspaceId }: { workspaceId: number }) {
  const { t } = useTranslation();
  const { data } = useSubscription(workspaceId, { quiet: true });
  if (!data || isFeatureActive(data)) return null;
  return <LinkFix page="/subscription" words={t('triggers.history.viewPlans')} />;
}

function LinkFix({ page, words }: { page: string; words: string }) {
  return (
    <Fix>
      <Link className={buttonClass('secondary', 'small')} href={page}>
        {words}
        <ArrowRight aria-hidden size={14} />
      </Link>
    </Fix>
  );
}

function Fix({ children }: { children: React.ReactNode }) {
  return (
    <RestoreFocus>
      <div className="mt-2">{children}</div>
    </RestoreFocus>
  );
}
