import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';

import { triggersContract, type Trigger } from '#shared/contracts/triggers.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { checkAddress } from '#web/features/frame/trigger-address.ts';
import { fixLabel, type ClickFix } from '#web/features/runs/run-report.ts';
import { RepairAction } from '#web/features/skill/repair-action.tsx';
import { openSkillSteps } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';

const ofAccount: ReadonlySet<ClickFix> = new Set<ClickFix>(['reconnect', 'activateSkill']);

type TestFixesProps = { trigger: Trigger; fixes: readonly ClickFix[]; onFixed: () => void };

/** Buttons to fix a test that did not run, or that the routine did not confirm. */
export function TestFixes({ trigger, fixes, onFixed }: TestFixesProps) {
  const { id, workspaceId } = trigger;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const lists = ['/api/triggers', '/api/nightly-check'] as const;
  const switching = useMutation({
    ...mutationFor(triggersContract.updateTrigger),
    onSuccess: async () => {
      await refresh(queries, lists);
      onFixed();
    },
  });
  const amazon = useAmazonAuth().data;
  // The fix for the account is known after the account is refetched.
  const inactive = amazon && amazon.skill !== 'active' ? amazon : undefined;
  const press: Readonly<Record<ClickFix, () => void>> = {
    switchOn: () => switching.mutate({ workspaceId, params: { id }, body: { enabled: true } }),
    check: () => navigate(checkAddress(trigger, true)),
    reconnect: () => navigate(`/amazon-auth?id=${workspaceId}`),
    activateSkill: openSkillSteps,
    showHow: openSkillSteps,
    refresh: () => void refresh(queries, lists),
  };
  return (
    <RestoreFocus>
      <div className="mt-2 flex flex-wrap gap-2">
        {fixes.map((fix) =>
          inactive && ofAccount.has(fix) ? (
            <RepairAction amazon={inactive} key={fix} size="small" variant="secondary" />
          ) : (
            <Button
              busy={fix === 'switchOn' && switching.isPending}
              key={fix}
              onClick={press[fix]}
              size="small"
              variant="secondary"
            >
              {t(fixLabel(fix))}
            </Button>
          ),
        )}
      </div>
    </RestoreFocus>
  );
}
