import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Group, whatsappContract } from '#shared/contracts/whatsapp.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

type Settings = Partial<Pick<Group, 'successAs' | 'prefix'>>;

/** Changes how a group reports a success, and what its commands begin with. */
export function useGroupSettings(workspaceId: number) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const change = useMutation({
    ...mutationFor(whatsappContract.changeGroup, { allow: 'all' }),
    onError: (error) => {
      if (isSessionOver(error)) return;
      showToast({
        title: t('whatsapp.errors.changeGroup'),
        description: errorText(t, error),
        variant: 'destructive',
      });
    },
    onSettled: () => refresh(queries, ['/api/whatsapp-groups']),
  });
  return {
    change: ({ id }: Group, body: Settings, onSuccess?: () => void) =>
      change.mutate({ workspaceId, params: { id: String(id) }, body }, onSuccess && { onSuccess }),
    changing: change.isPending ? Number(change.variables.params.id) : undefined,
  };
}
