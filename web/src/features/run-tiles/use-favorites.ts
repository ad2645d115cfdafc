import { useMutation, useQueryClient } from '@tanstack/react-query';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { currentWorkspaceQuery } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { freshFavoritesKey } from './use-fresh-favorites.ts';

/** The caller loads the texts of `favorites`. */
export function useSaveFavorites(workspaceId: number) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const save = useMutation({
    ...mutationFor(workspacesContract.setFavorites, { allow: 'all' }),
    meta: { quiet: true },
    onSuccess: async ({ triggerIds: favorites }) => {
      // A read that is still under way may contain the previous favorites.
      await queries.cancelQueries({ queryKey: freshFavoritesKey });
      queries.setQueryData(
        currentWorkspaceQuery.queryKey,
        (current) => current && (current.id === workspaceId ? { ...current, favorites } : current),
      );
    },
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
