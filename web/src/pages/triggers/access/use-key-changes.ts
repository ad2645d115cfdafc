import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { type AccessKey, accessKeysContract } from '#shared/contracts/access-keys.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { keyFor, mutationFor, queryFor } from '#web/api/query-for.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

type Wish = BodyOf<typeof accessKeysContract.createAccessKey>;
export type KeyWish = Omit<Wish, 'right'> & Partial<Pick<Wish, 'right'>>;
export type KeyUpdate = Omit<BodyOf<typeof accessKeysContract.updateAccessKey>, 'rotate'>;
export type Rotation = NonNullable<BodyOf<typeof accessKeysContract.updateAccessKey>['rotate']>;
/** A key with its secret, which the server returns only once. */
export type NewKey = AccessKey & { secret: string };

const callerShowsError = { allow: 'all' } as const;

/** The caller shows failures. */
export function useAccessKeys(workspaceId: number) {
  return useQuery({
    ...queryFor(accessKeysContract.listAccessKeys, { workspaceId }),
    staleTime: 0,
    meta: { quiet: true, callerShowsError: true },
  });
}

/** `create` and `update` reject with the server's reply; the others show failures themselves. */
export function useKeyChanges(workspaceId: number) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const onSettled = () =>
    queries.invalidateQueries({ queryKey: keyFor(accessKeysContract.listAccessKeys, { workspaceId }) });
  const withErrorToast = (title: string) => ({
    onSettled,
    onError: (error: unknown) => {
      if (!isSessionOver(error)) showToast({ title, description: errorText(t, error), variant: 'destructive' });
    },
  });
  const create = useMutation({ ...mutationFor(accessKeysContract.createAccessKey, callerShowsError), onSettled });
  const update = useMutation({ ...mutationFor(accessKeysContract.updateAccessKey, callerShowsError), onSettled });
  const rotate = useMutation({
    ...mutationFor(accessKeysContract.updateAccessKey, callerShowsError),
    ...withErrorToast(t('access.rotate.failed')),
  });
  const stop = useMutation({
    ...mutationFor(accessKeysContract.deleteAccessKey, callerShowsError),
    ...withErrorToast(t('access.stop.failed')),
  });
  const inputFor = (id: string) => ({ workspaceId, params: { id } });
  return {
    create: (body: KeyWish): Promise<NewKey> => create.mutateAsync({ workspaceId, body }),
    update: (id: string, body: KeyUpdate) => update.mutateAsync({ ...inputFor(id), body }),
    rotate: async (id: string, how: Rotation): Promise<NewKey> => {
      const { secret = '', ...key } = await rotate.mutateAsync({ ...inputFor(id), body: { rotate: how } });
      return { ...key, secret };
    },
    rotating: rotate.isPending,
    stop: async (id: string) => {
      await stop.mutateAsync(inputFor(id));
      showToast({ title: t('access.stop.done') });
    },
    stopping: stop.isPending,
  };
}

export type KeyChanges = ReturnType<typeof useKeyChanges>;
