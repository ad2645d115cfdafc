import { useMutation, useQueryClient } from '@tanstack/react-query';

import { triggersContract, type Trigger } from '#shared/contracts/triggers.ts';
import { receiptName } from '#shared/rules/names.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/** Calls `then` after the list is refetched. */
export function useReceiptSwitch({ id, name, workspaceId }: Trigger, then: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    ...mutationFor(triggersContract.updateTrigger, { allow: 'all' }),
    onSuccess: async () => {
      await refresh(queries, ['/api/triggers']);
      then();
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      const taken = error instanceof ApiError && error.fields['receipt'] === 'trigger.nameTaken';
      const description = taken ? t('receipts.nameTaken', { device: receiptName(name) }) : errorText(t, error);
      showToast({ title: t('triggers.errors.update'), description, variant: 'destructive' });
    },
  });
  return {
    busy: isPending,
    change: (receipt: boolean) => mutate({ workspaceId, params: { id }, body: { receipt } }),
  };
}
