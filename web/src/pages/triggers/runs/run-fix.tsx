import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { ExecutionRecord } from '#shared/contracts/history.ts';
import { isFailed, outcomes } from '#shared/rules/execution/outcomes.ts';
import { isFeatureActive, useSubscription } from '#web/features/billing/use-subscription.ts';
import { MendAction } from '#web/features/skill/mend-action.tsx';
import { openSkillSteps } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';

/** The present state: what was fixed since a run needs no button. */
export type FixFacts = {
  workspaceId: number;
  amazon: AmazonAuth | undefined;
  switchOn: (() => void) | undefined;
  switching: boolean;
  /** Undefined for a trigger that is gone. */
  check: (() => void) | undefined;
  /** Undefined for a trigger that is gone. */
  again: (() => void) | undefined;
  running: boolean;
  /** When Alexa last took the trigger's event. */
  lastSent: string | null;
};

const isBefore = (at: string, then: string | null | undefined): boolean =>
  typeof then === 'string' && Date.parse(at) < Date.parse(then);

/** Shown only while the reason is still there. */
export function RunFix({
  run: { outcome, answer, at },
  facts,
}: {
  run: Pick<ExecutionRecord, 'outcome' | 'answer' | 'at'>;
  facts: FixFacts;
}) {
  const { t } = useTranslation();
  const { amazon, switchOn, switching, check, again, running, workspaceId, lastSent } = facts;
  const { fix, transient } = outcomes[outcome];
  if (answer === 'ran') return null;
  const runAgain = again && isFailed(outcome) && !isBefore(at, lastSent) && (
    <Button busy={running} onClick={again} size="small" variant="secondary">
      {t('runHistory.again')}
    </Button>
  );
  // Not the button of the fix with other words: a second press of that would run the trigger.
  const onlyAgain = runAgain ? <Fix key="again">{runAgain}</Fix> : null;
  if (fix === undefined && (isFailed(outcome) || answer === 'none') && check)
    return (
      <Fix>
        {(transient || outcome === 'missed') && runAgain}
        <Button onClick={check} size="small" variant="secondary">
          {t('triggers.run.check')}
        </Button>
        {transient && (
          <Link className={buttonClass('ghost', 'small')} href="/status">
            {t('shell.titles.status')}
          </Link>
        )}
      </Fix>
    );
  if (fix === 'plan') return <PlanFix workspaceId={workspaceId} />;
  if (fix === 'switchOn' && switchOn)
    return (
      <Fix>
        <Button busy={switching} variant="secondary" onClick={switchOn} size="small">
          {t('triggers.run.switchOn')}
        </Button>
      </Fix>
    );
  if (fix === 'switchOn') return onlyAgain;
  if (fix === undefined || !amazon) return null;
  if (amazon.skill === 'active') {
    const isFixed = isBefore(at, lastSent) || isBefore(at, amazon.grantedAt);
    if (fix !== 'activateSkill' || isFixed) return onlyAgain;
    // The permission reads valid, and yet Alexa turned the run down.
    return (
      <Fix>
        <Button onClick={openSkillSteps} size="small" variant="secondary">
          {t('skill.showHow')}
        </Button>
      </Fix>
    );
  }
  return (
    <Fix>
      <MendAction amazon={amazon} size="small" variant="secondary" />
    </Fix>
  );
}

function PlanFix({ workspaceId }: { workspaceId: number }) {
  const { t } = useTranslation();
  const { data } = useSubscription(workspaceId, { quiet: true });
  if (!data || isFeatureActive(data)) return null;
  return <LinkFix page="/subscription" words={t('runHistory.viewPlans')} />;
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
      <div className="mt-2 flex flex-wrap gap-2">{children}</div>
    </RestoreFocus>
  );
}
