import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { whatsappContract } from '#shared/contracts/whatsapp.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { instanceQuery } from '../use-instance.ts';
import { setsOfANumber } from './use-number-changes.ts';

/** In milliseconds. */
export const availableFor = 60_000;

export const useAvailable = (workspaceId: number) =>
  useQuery({
    ...queryFor(whatsappContract.availableInstances, { workspaceId }, { allow: 'all' }),
    staleTime: availableFor,
    meta: { quiet: true },
  });

/** Succeeds only if the reply shows the number as connected. */
export function useSharing(workspaceId: number, onDone: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [cause, setCause] = useState<Error>();
  const connect = useMutation({
    ...mutationFor(whatsappContract.connectInstance, { allow: 'all' }),
    onMutate: () => setCause(undefined),
    onSuccess: async () => {
      const { instance } = await queries.fetchQuery({ ...instanceQuery(workspaceId), staleTime: 0 });
      if (instance?.chipStatus !== 'CONNECTED') throw new NotConnected();
      await refresh(queries, setsOfANumber);
      onDone();
      showToast({ title: t('numberDialogs.existing.done'), description: t('numberDialogs.existing.doneText') });
    },
    onError: async (error) => {
      if (isSessionOver(error)) return;
      setCause(error);
      // A number that can no longer be shared should not be offered again.
      await refresh(queries, ['/api/zapbox-instances/current', '/api/zapbox-instances/available']);
    },
  });
  return {
    busy: connect.isPending,
    error: cause && wordsOf(t, cause),
    share: (referenceInstanceId: number) => connect.mutate({ workspaceId, body: { referenceInstanceId } }),
  };
}

function wordsOf(t: Translate, cause: Error): string {
  const failed = t('whatsapp.errors.connectionFailed');
  return cause instanceof NotConnected ? failed : `${failed}: ${errorText(t, cause)}`;
}

/** The server accepted the request, but the number is not connected. */
class NotConnected extends Error {}
