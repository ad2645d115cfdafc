import { useMutation, useQueryClient } from '@tanstack/react-query';

import { plansContract, type PlannedRun } from '#shared/contracts/plans.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import type { WeeklyRule } from '#shared/rules/schedule/weekly-rule.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

export type TimeOrRule = { at: string } | { rule: WeeklyRule };

const callerShowsError = { allow: 'all' } as const;

/**
 * `checkZone` is called before storing a time of the day. `save` rejects with its error or the server's reply; the others
 * show failures themselves.
 */
export function usePlanChanges({ id: triggerId, workspaceId }: Trigger, checkZone: () => Promise<void>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const timeZone = browserZone();
  // The first planned run may set the workspace's time zone.
  const onSettled = () => refresh(queries, ['/api/plans', '/api/workspaces']);
  const withErrorToast = (title: string) => ({
    onSettled,
    onError: (error: unknown) => {
      if (!isSessionOver(error)) showToast({ title, description: errorText(t, error), variant: 'destructive' });
    },
  });
  const create = useMutation({ ...mutationFor(plansContract.createPlan, callerShowsError), onSettled });
  const update = useMutation({ ...mutationFor(plansContract.updatePlan, callerShowsError), onSettled });
  const pause = useMutation({
    ...mutationFor(plansContract.updatePlan, callerShowsError),
    ...withErrorToast(t('schedule.errors.update')),
  });
  const remove = useMutation({
    ...mutationFor(plansContract.deletePlan, callerShowsError),
    ...withErrorToast(t('schedule.errors.delete')),
  });
  const inputFor = ({ id }: PlannedRun) => ({ workspaceId, params: { id } });
  return {
    save: async (when: TimeOrRule, plan: PlannedRun | undefined): Promise<PlannedRun> => {
      if ('rule' in when) await checkZone();
      const body = { ...when, ...(timeZone !== undefined && { timeZone }) };
      if (plan) return update.mutateAsync({ ...inputFor(plan), body });
      return create.mutateAsync({ workspaceId, body: { triggerId, ...body } });
    },
    setPaused: (plan: PlannedRun, paused: boolean) => pause.mutate({ ...inputFor(plan), body: { paused } }),
    pausing: pause.isPending ? pause.variables.params.id : undefined,
    remove: (plan: PlannedRun) => remove.mutateAsync(inputFor(plan)),
    removing: remove.isPending,
  };
}

export type PlanChanges = ReturnType<typeof usePlanChanges>;
