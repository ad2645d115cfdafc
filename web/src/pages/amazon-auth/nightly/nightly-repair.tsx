import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { NightlyCheck } from '#shared/contracts/nightly-check.ts';
import { triggersContract, type Trigger } from '#shared/contracts/triggers.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { planLink } from '#web/features/billing/plan-origin.ts';
import { ReceiptTest } from '#web/features/receipts/receipt-test.tsx';
import { RepairAction } from '#web/features/skill/repair-action.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';

type NightlyRepairProps = {
  why: NonNullable<NightlyCheck['failed']>['why'];
  amazon: AmazonAuth;
  trigger: Trigger | undefined;
  onShowSteps: () => void;
};

/** The fix for a failed check, or a new test if there is nothing to fix. */
export function NightlyRepair({ why, amazon, trigger, onShowSteps }: NightlyRepairProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const workspaceId = useCurrentWorkspaceId();
  const update = useMutation({
    ...mutationFor(triggersContract.updateTrigger),
    onSuccess: () => refresh(queries, ['/api/triggers']),
  });
  const fix = why === 'noAnswer' ? undefined : outcomes[why].fix;
  if (fix === 'plan')
    return (
      <Link className={`${buttonClass('secondary', 'small')} w-fit`} {...planLink(workspaceId)}>
        {t('check.mend.plan')}
      </Link>
    );
  if (amazon.skill !== 'active') return <RepairAction amazon={amazon} size="small" variant="secondary" />;
  if (trigger && !trigger.enabled)
    return (
      <div>
        <Button
          busy={update.isPending}
          onClick={() =>
            update.mutate({
              workspaceId: trigger.workspaceId,
              params: { id: trigger.id },
              body: { enabled: true },
            })
          }
          size="small"
          variant="secondary"
        >
          {t('triggers.run.switchOn')}
        </Button>
      </div>
    );
  return (
    <>
      {trigger && <ReceiptTest trigger={trigger} />}
      {why === 'noAnswer' && (
        <div>
          <Button onClick={onShowSteps} size="small" variant="secondary">
            {t('receipts.steps')}
          </Button>
        </div>
      )}
    </>
  );
}
