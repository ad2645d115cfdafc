import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';

import type { Outcome } from '#shared/rules/execution.ts';
import { isFeatureActive, useSubscription } from '#web/features/billing/use-subscription.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { LeavesFocus } from '#web/ui/restore-focus.tsx';

/** How things are now: what was mended since a run needs no button. */
export type MendFacts = {
  workspaceId: number;
  skillActive: boolean;
  /** Switches the trigger on; undefined while it is on. */
  switchOn: (() => void) | undefined;
  switching: boolean;
};

/** What helps after a run that came to nothing for this reason, as long as the reason is still there. */
export function RunMend({ outcome, facts }: { outcome: Outcome; facts: MendFacts }) {
  const { t } = useTranslation();
  const { skillActive, switchOn, switching, workspaceId } = facts;
  if (outcome === 'planRequired') return <PlanMend workspaceId={workspaceId} />;
  if (outcome === 'disabled' && switchOn)
    return (
      <Mend>
        <Button busy={switching} look="secondary" onClick={switchOn} size="small">
          {t('triggers.run.switchOn')}
        </Button>
      </Mend>
    );
  if (skillActive) return null;
  if (outcome === 'notLinked' || outcome === 'grantRevoked')
    return <WayTo page="/amazon-auth" words={t('triggers.run.reconnect')} />;
  if (outcome === 'skillNotEnabled' || outcome === 'reinstallSkill')
    return (
      <Mend>
        <Button look="secondary" onClick={openSkillDialog} size="small">
          {t('triggers.run.activateSkill')}
        </Button>
      </Mend>
    );
  return null;
}

function PlanMend({ workspaceId }: { workspaceId: number }) {
  const { t } = useTranslation();
  const { data } = useSubscription(workspaceId, { quiet: true });
  if (!data || isFeatureActive(data)) return null;
  return <WayTo page="/subscription" words={t('triggers.history.viewPlans')} />;
}

function WayTo({ page, words }: { page: string; words: string }) {
  return (
    <Mend>
      <Link className={buttonClass('secondary', 'small')} href={page}>
        {words}
        <ArrowRight aria-hidden size={14} />
      </Link>
    </Mend>
  );
}

/** The button goes once it has helped. */
function Mend({ children }: { children: React.ReactNode }) {
  return (
    <LeavesFocus>
      <div className="mt-2">{children}</div>
    </LeavesFocus>
  );
}
