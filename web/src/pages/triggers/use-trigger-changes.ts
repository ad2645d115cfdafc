import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useUser } from '#web/api/use-session.ts';
import type { OpenCheck } from '#web/features/frame/trigger-address.ts';
import { useRunStates, useRunTrigger } from '#web/features/runs/use-run-trigger.ts';
import { useSwitchTrigger } from '#web/features/runs/use-switch-trigger.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

const callerShowsError = { allow: 'all' } as const;

export function useTriggerChanges(workspaceId: number | undefined, check: OpenCheck) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const user = useUser();
  const again = () => refresh(queries, ['/api/triggers']);
  const showError = (title: string) => (error: unknown) => {
    if (!isSessionOver(error)) showToast({ title, description: errorText(t, error), variant: 'destructive' });
  };

  const create = useMutation({ ...mutationFor(triggersContract.createTrigger, callerShowsError), onSuccess: again });
  const { switchOnOff, switching } = useSwitchTrigger();
  const remove = useMutation({
    ...mutationFor(triggersContract.deleteTrigger, callerShowsError),
    onSuccess: async () => {
      showToast({ title: t('triggerDialogs.delete.done') });
      await again();
    },
    onError: showError(t('triggers.errors.delete')),
  });
  const states = useRunStates();
  const { run, progressOf } = useRunTrigger({ states, switchOnOff, check });
  const runsInPlace = useRunTrigger({ inPlace: true, states, switchOnOff, check });
  const resync = useMutation({
    ...mutationFor(triggersContract.resyncTrigger, callerShowsError),
    onSettled: again,
    onError: (error, resynced) => {
      if (isSessionOver(error)) return;
      const title = t('triggers.errors.resync');
      const actions = [
        {
          label: t('triggers.run.check'),
          onPress: () => check({ id: resynced.params.id, workspaceId: resynced.workspaceId }),
        },
      ];
      showToast({ title, description: errorText(t, error), variant: 'destructive', actions });
    },
  });

  return {
    create: async (values: { name: string; description?: string }) => {
      if (!user || workspaceId === undefined) throw new ApiError('refused', 0, t('errors.signedOut'));
      return create.mutateAsync({ workspaceId, body: { ...values, userId: user.id } });
    },
    remove: (trigger: Trigger) => remove.mutateAsync(inputFor(trigger)),
    removing: remove.isPending,
    switchOnOff,
    switching,
    resync: (trigger: Trigger) => resync.mutate(inputFor(trigger)),
    resyncing: resync.isPending ? resync.variables.params.id : undefined,
    run: (trigger: Trigger) => void run(trigger),
    /** From tiles and failed runs, which show the progress. */
    runsInPlace,
    progressOf,
  };
}

const inputFor = ({ id, workspaceId }: Trigger) => ({ workspaceId, params: { id } });
