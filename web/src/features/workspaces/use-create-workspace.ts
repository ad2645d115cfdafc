import { useMutation, useQueryClient } from '@tanstack/react-query';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { ApiError } from '#web/api/api-error.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useUser } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { browserZone } from '../schedule/time-zones.ts';
import { useSwitchWorkspace } from './use-switch-workspace.ts';

/**
 * Creates a workspace and switches to it. If only the switch fails, `current` is false. The caller shows a refused
 * creation.
 */
export function useCreateWorkspace() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const user = useUser();
  const switchTo = useSwitchWorkspace();
  const { mutationKey, mutationFn } = mutationFor(workspacesContract.createWorkspace, { allow: 'all' });
  return useMutation({
    mutationKey,
    mutationFn: async (body: Parameters<typeof mutationFn>[0]['body']) => {
      if (!user) throw new ApiError('refused', 0, t('errors.signedOut'));
      const timeZone = browserZone();
      const workspace = await mutationFn({ body: { ...body, ...(timeZone !== undefined && { timeZone }) } });
      const current = await switchTo.mutateAsync(workspace.id).then(
        () => true,
        () => false,
      );
      if (!current) await refresh(queries, ['/api/workspaces']);
      return { workspace, current };
    },
  });
}
