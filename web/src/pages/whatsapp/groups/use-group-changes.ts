import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type Group, type GroupChoice, whatsappContract } from '#shared/contracts/whatsapp.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { showHowTo } from './how-to/show-how-to.ts';
import { useGroupSettings } from './use-group-settings.ts';

const callerShowsError = { allow: 'all' } as const;

export function useGroupChanges(workspaceId: number) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const settings = useGroupSettings(workspaceId);
  const again = () => refresh(queries, ['/api/whatsapp-groups']);

  const link = useMutation({
    ...mutationFor(whatsappContract.linkGroup, callerShowsError),
    onSuccess: async ({ id, name }) => {
      await again();
      showToast({
        title: t('selectGroup.saved'),
        description: t('selectGroup.savedText', { name }),
        actions: [{ label: t('selectGroup.howTo'), onPress: () => showHowTo({ workspaceId, groupId: id }) }],
      });
    },
    // After a refetch, the page shows that the group is taken or the number is gone.
    onError: () => refresh(queries, ['/api/whatsapp-groups', '/api/zapbox-instances/current']),
  });
  const removal = useMutation({
    ...mutationFor(whatsappContract.unlinkGroup, callerShowsError),
    onSuccess: again,
    onError: async (error) => {
      if (!isSessionOver(error)) {
        const title = t('whatsapp.errors.deleteGroup');
        showToast({ title, description: errorText(t, error), variant: 'destructive' });
      }
      await again();
    },
  });

  // The contract requires both ids; the server takes the owner from the session.
  const linkGroup = ({ name, jid }: Pick<GroupChoice, 'name' | 'jid'>) =>
    link.mutateAsync({ workspaceId, body: { name, jid, workspaceId, userId: workspaceId } });

  /** Links the group again with its settings. */
  const undo = async (group: Group) => {
    try {
      const linked = await linkGroup(group);
      const { successAs, prefix } = group;
      if (linked.successAs !== successAs || prefix !== null)
        settings.change(linked, { successAs, ...(prefix !== null && { prefix }) });
    } catch (error) {
      if (isSessionOver(error)) return;
      showToast({
        title: t('whatsapp.errors.createGroup'),
        description: errorText(t, error),
        variant: 'destructive',
      });
    }
  };

  return {
    link: linkGroup,
    /** Offers "undo" only for a connected number, because no other can link the group again. */
    remove: async (group: Group, connected: boolean) => {
      await removal.mutateAsync({ workspaceId, params: { id: String(group.id) } });
      const actions = connected ? [{ label: t('selectGroup.undo'), onPress: () => void undo(group) }] : [];
      showToast({ title: t('whatsapp.groups.removed'), actions });
    },
    removing: removal.isPending,
  };
}
