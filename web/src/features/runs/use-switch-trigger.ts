import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/** The caller loads the texts of `triggers`. */
export function useSwitchTrigger() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const change = useMutation({
    ...mutationFor(triggersContract.updateTrigger, { allow: 'all' }),
    onSuccess: () => refresh(queries, ['/api/triggers']),
    onError: (error) => {
      if (isSessionOver(error)) return;
      showToast({ title: t('triggers.errors.update'), description: errorText(t, error), variant: 'destructive' });
    },
  });
  return {
    switchOnOff: ({ id, workspaceId }: Trigger, enabled: boolean) =>
      change.mutate({ workspaceId, params: { id }, body: { enabled } }),
    switching: change.isPending ? change.variables.params.id : undefined,
  };
}
