import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Instance, whatsappContract } from '#shared/contracts/whatsapp.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

export const setsOfANumber = [
  '/api/zapbox-instances/current',
  '/api/zapbox-instances/available',
  '/api/whatsapp-groups',
] as const;

const callerShowsError = { allow: 'all' } as const;

export const isShared = ({ referencedInstanceId }: Instance): boolean => referencedInstanceId !== null;

/** The workspace's own number is disconnected; a shared one is only unlinked. */
export const wayOf = (instance: Instance): 'unlink' | 'disconnect' => (isShared(instance) ? 'unlink' : 'disconnect');

type Endings = {
  onDone: () => void;
  onFailed: () => void;
};

export function useNumberChanges(workspaceId: number, { onDone, onFailed }: Endings) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutationKey, mutationFn } = mutationFor(whatsappContract.unlinkInstance, callerShowsError);
  const end = useMutation({
    mutationKey,
    mutationFn: ({ id }: Instance) => mutationFn({ workspaceId, params: { id: String(id) }, query: {} }),
    onSuccess: async (_, instance) => {
      // Update the page first, so that the focus goes to an element that remains.
      await refresh(queries, setsOfANumber);
      showToast({ title: t(`numberDialogs.${wayOf(instance)}.done`) });
      onDone();
    },
    onError: (error, instance) => {
      onFailed();
      if (isSessionOver(error)) return;
      const title = t(`whatsapp.errors.${wayOf(instance)}`);
      showToast({ title, description: errorText(t, error), variant: 'destructive' });
    },
  });
  return { ending: end.isPending, end: end.mutate };
}
