import { useQueryClient } from '@tanstack/react-query';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import { useRenaming } from '#web/api/use-renaming.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Renames a trigger: in the list at once, and back again where the server does not take it. */
export function useRename({ id, name: before, updatedAt, workspaceId }: Trigger, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { queryKey } = queryFor(triggersContract.listTriggers, { workspaceId });
  const { mutationKey, mutationFn } = mutationFor(triggersContract.updateTrigger, { allow: 'all' });

  const write = (from: string, change: Partial<Trigger>) =>
    queries.setQueryData(queryKey, (list) =>
      list?.map((one) => (one.id === id && one.name === from ? { ...one, ...change } : one)),
    );
  /** The version whose name the person saw: a newer one, of another name, is not overwritten. */
  const seen = (name: string) =>
    queries.getQueryData(queryKey)?.find((one) => one.id === id && one.name === name)?.updatedAt ?? updatedAt;

  return useRenaming({
    mutationKey,
    mutationFn: (name: string) => mutationFn({ workspaceId, params: { id }, body: { name, updatedAt: seen(name) } }),
    scope: { id: `trigger ${id}` },
    onMutate: (name) => {
      // A poll on its way would show the name before.
      void queries.cancelQueries({ queryKey });
      write(before, { name });
    },
    // What is renamed next goes by the version that came of this.
    onSuccess: ({ updatedAt: now }) =>
      queries.setQueryData(queryKey, (list) => list?.map((one) => (one.id === id ? { ...one, updatedAt: now } : one))),
    takeBack: (name) => write(name, { name: before }),
    sets: ['/api/triggers'],
    texts: { done: t('triggers.form.renamed'), failed: t('triggers.errors.update') },
    onClose,
  });
}
