import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { planLink } from '#web/features/billing/plan-origin.ts';
import { RepairAction } from '#web/features/skill/repair-action.tsx';
import { openSkillSteps } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';

import { useReceiptSwitch } from '../receipts/use-receipt-switch.ts';
import type { TriggersPageState } from '../use-triggers-page.ts';
import type { CheckStep } from './use-check.ts';

type StepRepairProps = { step: CheckStep; trigger: Trigger; page: TriggersPageState };

const ofTheService: ReadonlySet<string> = new Set([
  'alexa.throttled',
  'alexa.unavailable',
  'alexa.rejected',
  'alexa.unknownOutcome',
]);
const turnedDown: ReadonlySet<string> = new Set([
  'amazon.reinstallSkill',
  'amazon.enableSkill',
  'amazon.skillNotEnabled',
]);

/** The button that fixes a failed step or rechecks an unknown one. Nothing if the user can only wait. */
export function StepRepair({ step: { step, state, errorKey }, trigger, page }: StepRepairProps) {
  const { t } = useTranslation();
  const { account, changes, show } = page;
  const showReceipt = () => show({ kind: 'receipt', triggerId: trigger.id });
  const confirmation = useReceiptSwitch(trigger, showReceipt);
  const links = {
    workspace: { href: '/workspaces' },
    account: { href: `/amazon-auth?id=${trigger.workspaceId}` },
    plan: planLink(trigger.workspaceId, `/triggers?check=${trigger.id}`),
  };
  const repair = repairButton();
  return repair ? (
    <RestoreFocus>
      <div className="mt-2">{repair}</div>
    </RestoreFocus>
  ) : null;

  function repairButton(): ReactNode {
    if (step === 'routine') return routine();
    if (state !== 'failed') return undefined;
    if (step === 'workspace' || step === 'plan' || step === 'account') return toPage(step);
    if (step === 'switchedOn')
      return button(
        t('triggers.run.switchOn'),
        () => changes.switchOnOff(trigger, true),
        changes.switching === trigger.id,
      );
    if (step === 'permission') return permission();
    if (step === 'conditions')
      return button(t('check.mend.conditions'), () => show({ kind: 'conditions', triggerId: trigger.id }));
    if (errorKey !== undefined && step !== 'device' && ofTheService.has(errorKey))
      return (
        <Link className={buttonClass('secondary', 'small')} href="/status">
          {t('shell.titles.status')}
          <ArrowRight aria-hidden size={14} />
        </Link>
      );
    if (step !== 'device') return undefined;
    if (errorKey === 'alexa.deviceLeftOut')
      return button(t('check.mend.rename'), () => show({ kind: 'rename', trigger }));
    return button(t('check.mend.device'), () => changes.resync(trigger), changes.resyncing === trigger.id);
  }

  function permission(): ReactNode {
    if (account.data && account.data.skill !== 'active')
      return <RepairAction amazon={account.data} size="small" variant="secondary" />;
    // The permission seems valid, but Alexa rejected the run.
    if (errorKey !== undefined && turnedDown.has(errorKey)) return button(t('skill.showHow'), openSkillSteps);
    // The account could not be read or refetched.
    return toPage('account');
  }

  function toPage(name: keyof typeof links): ReactNode {
    return (
      <Link className={buttonClass('secondary', 'small')} {...links[name]}>
        {t(`check.mend.${name}`)}
        <ArrowRight aria-hidden size={14} />
      </Link>
    );
  }

  function routine(): ReactNode {
    if (!trigger.receipt) return button(t('check.mend.confirm'), () => confirmation.change(true), confirmation.busy);
    return state === 'failed' && button(t('receipts.look'), showReceipt);
  }

  function button(words: string, onClick: () => void, busy = false): ReactNode {
    return (
      <Button busy={busy} onClick={onClick} size="small" variant="secondary">
        {words}
      </Button>
    );
  }
}
