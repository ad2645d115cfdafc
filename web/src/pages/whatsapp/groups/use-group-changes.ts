import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Group, type GroupChoice, whatsappContract } from '#shared/contracts/whatsapp.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

const wordedByCaller = { allow: 'all' } as const;

export function useGroupChanges(workspaceId: number) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const again = () => refresh(queries, ['/api/whatsapp-groups']);

  const link = useMutation({
    ...mutationFor(whatsappContract.linkGroup, wordedByCaller),
    onSuccess: async ({ name }) => {
      await again();
      showToast({ title: t('selectGroup.saved'), description: t('selectGroup.savedText', { name }) });
    },
    // The page then shows a group that is taken, or a number that is gone.
    onError: () => refresh(queries, ['/api/whatsapp-groups', '/api/zapbox-instances/current']),
  });
  const removal = useMutation({
    ...mutationFor(whatsappContract.unlinkGroup, wordedByCaller),
    onSuccess: async () => {
      await again();
      showToast({ title: t('whatsapp.groups.removed') });
    },
    onError: async (error) => {
      if (!isSessionOver(error)) {
        const title = t('whatsapp.errors.deleteGroup');
        showToast({ title, description: errorText(t, error), variant: 'destructive' });
      }
      await again();
    },
  });

  return {
    // The call asks for both ids; the server takes the owner from the session.
    link: ({ name, jid }: GroupChoice) =>
      link.mutateAsync({ workspaceId, body: { name, jid, workspaceId, userId: workspaceId } }),
    remove: ({ id }: Group) => removal.mutateAsync({ workspaceId, params: { id: String(id) } }),
    removing: removal.isPending,
  };
}
