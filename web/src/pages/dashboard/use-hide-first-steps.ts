import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { type User, userKey } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/** If `hide` fails, it shows the steps again with a toast. If `noteDone` fails, the next visit repeats it. */
export function useHideFirstSteps(workspaceId: number | undefined) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    ...mutationFor(workspacesContract.hideFirstSteps, { allow: 'all' }),
    meta: { quiet: true },
  });
  const write = useCallback(
    (change: (hidden: readonly number[]) => number[]) =>
      queries.setQueryData<User | null>(
        userKey,
        (user) => user && { ...user, firstStepsHidden: change(user.firstStepsHidden ?? []) },
      ),
    [queries],
  );
  const send = useCallback(
    (onError?: (error: Error) => void) => {
      if (workspaceId === undefined) return;
      write((hidden) => [...hidden, workspaceId]);
      mutate({ params: { id: String(workspaceId) } }, onError && { onError });
    },
    [mutate, workspaceId, write],
  );
  const noteDone = useCallback(() => send(), [send]);
  const hide = () =>
    send((error) => {
      if (isSessionOver(error)) return;
      write((hidden) => hidden.filter((id) => id !== workspaceId));
      showToast({ title: t('errors.title'), description: errorText(t, error), variant: 'destructive' });
    });
  return { hide, noteDone };
}
