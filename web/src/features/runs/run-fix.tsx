import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { ExecutionRecord } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { isFailed, outcomes } from '#shared/rules/execution/outcomes.ts';
import { planLink } from '#web/features/billing/plan-origin.ts';
import { isFeatureActive, useSubscription } from '#web/features/billing/use-subscription.ts';
import { RepairAction } from '#web/features/skill/repair-action.tsx';
import { openSkillSteps } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';

import type { RunProgress } from './use-run-trigger.ts';

/** The current state: a problem that was fixed since a run needs no button. */
export type FixFacts = {
  workspaceId: number;
  amazon: AmazonAuth | undefined;
  /** Undefined for a deleted trigger, like `check` and `again`. */
  trigger: Trigger | undefined;
  switchOn: (() => void) | undefined;
  switching: boolean;
  check: ((byClick: boolean) => void) | undefined;
  /** Runs the trigger by click. */
  again: (() => void) | undefined;
  /** Of the run that `again` started. */
  progress: RunProgress | undefined;
};

const isBefore = (at: string, then: string | null | undefined): boolean =>
  typeof then === 'string' && Date.parse(at) < Date.parse(then);

/** Shown only while the reason persists. The check follows the button for the reason. */
export function RunFix({
  run: { outcome, answer, at, channel },
  facts,
}: {
  run: Pick<ExecutionRecord, 'outcome' | 'answer' | 'at' | 'channel'>;
  facts: FixFacts;
}) {
  const { t } = useTranslation();
  const { amazon, trigger, switchOn, switching, check: checkIn, again, progress, workspaceId } = facts;
  const check = checkIn && (() => checkIn(channel === 'click'));
  const { fix, transient, lost } = outcomes[outcome];
  const lastSent = trigger?.lastExecuted;
  if (answer === 'ran') return null;
  const switchingOn = switchOn && (
    <Button busy={switching} variant="secondary" onClick={switchOn} size="small">
      {t('triggers.run.switchOn')}
    </Button>
  );
  const repairAction = amazon && amazon.skill !== 'active' && (
    <RepairAction amazon={amazon} size="small" variant="secondary" />
  );
  // Another run would fail too while the trigger or the skill is off. The list may not contain the sent run yet.
  const runAgain =
    again &&
    progress !== 'sent' &&
    isFailed(outcome) &&
    !isBefore(at, lastSent) &&
    (switchingOn || repairAction || (
      <Button busy={progress === 'running'} onClick={again} size="small" variant="secondary">
        {t('runHistory.again')}
      </Button>
    ));
  // A new key, so that the fix button is not reused with another label: a second click on it would run the trigger.
  const onlyAgain = runAgain ? (
    <Fix check={check} key="again">
      {runAgain}
    </Fix>
  ) : null;
  if (fix === undefined && (isFailed(outcome) || answer === 'none') && check)
    return (
      <Fix
        check={check}
        more={
          transient &&
          lost && (
            <Link className={buttonClass('ghost', 'small')} href="/status">
              {t('shell.titles.status')}
            </Link>
          )
        }
      >
        {(transient || outcome === 'missed') && runAgain}
      </Fix>
    );
  if (fix === 'plan') return <PlanFix again={onlyAgain} check={check} workspaceId={workspaceId} />;
  if (fix === 'switchOn' && switchingOn) return <Fix check={check}>{switchingOn}</Fix>;
  if (fix === 'switchOn') return onlyAgain;
  if (fix === undefined) return null;
  // The fix depends on the account; the check reads it itself.
  if (!amazon) return check ? <Fix check={check} /> : null;
  if (amazon.skill === 'active') {
    const isFixed = isBefore(at, lastSent) || isBefore(at, amazon.grantedAt);
    if (fix !== 'activateSkill' || isFixed) return onlyAgain;
    // The permission seems valid, but Alexa rejected the run.
    return (
      <Fix check={check}>
        <Button onClick={openSkillSteps} size="small" variant="secondary">
          {t('skill.showHow')}
        </Button>
      </Fix>
    );
  }
  return <Fix check={check}>{repairAction}</Fix>;
}

type PlanFixProps = Pick<FixFacts, 'workspaceId'> & Pick<FixProps, 'check'> & { again: React.ReactNode };

function PlanFix({ workspaceId, check, again }: PlanFixProps) {
  const { t } = useTranslation();
  const { data } = useSubscription(workspaceId, { quiet: true });
  if (!data) return check ? <Fix check={check} /> : null;
  if (isFeatureActive(data)) return again;
  return (
    <Fix check={check}>
      <Link className={buttonClass('secondary', 'small')} {...planLink(workspaceId)}>
        {t('runHistory.viewPlans')}
        <ArrowRight aria-hidden size={14} />
      </Link>
    </Fix>
  );
}

type FixProps = { check: (() => void) | undefined; children?: React.ReactNode; more?: React.ReactNode };

function Fix({ check, children, more }: FixProps) {
  const { t } = useTranslation();
  return (
    <RestoreFocus>
      <div className="mt-2 flex flex-wrap gap-2">
        {children}
        {check && (
          <Button onClick={check} size="small" variant="secondary">
            {t('triggers.run.check')}
          </Button>
        )}
        {more}
      </div>
    </RestoreFocus>
  );
}
