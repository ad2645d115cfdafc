import { useMutation, useQueryClient } from '@tanstack/react-query';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/** The caller loads the texts of `favorites`. */
export function useSaveFavorites(workspaceId: number) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const save = useMutation({
    ...mutationFor(workspacesContract.setFavorites, { allow: 'all' }),
    meta: { quiet: true },
    onSuccess: ({ triggerIds: favorites }) =>
      queries.setQueryData(
        queryFor(workspacesContract.currentWorkspace, {}).queryKey,
        (current) => current && (current.id === workspaceId ? { ...current, favorites } : current),
      ),
    onError: (error) => {
      if (isSessionOver(error)) return;
      showToast({ title: t('favorites.failed'), description: errorText(t, error), variant: 'destructive' });
    },
  });
  return {
    saving: save.isPending,
    save: (triggerIds: string[]) => save.mutateAsync({ params: { id: String(workspaceId) }, body: { triggerIds } }),
  };
}
