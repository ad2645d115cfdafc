import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { nightlyCheckContract } from '#shared/contracts/nightly-check.ts';
import { triggersContract, type Trigger } from '#shared/contracts/triggers.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

const { readNightlyCheck, switchNightlyCheck } = nightlyCheckContract;

/** The check runs outside of the app, so visits after this many milliseconds refetch it. */
const freshFor = 60_000;

/** Milliseconds between polls for devices that Alexa does not know yet. */
const often = 3_000;

const isAwaited = ({ alexa, receipt }: Trigger): boolean =>
  [alexa, receipt?.alexa].some((one) => one?.state === 'waiting');

export function useNightlyCheck(workspaceId: number) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const timeZone = browserZone();
  const query = queryFor(readNightlyCheck, { workspaceId });
  const check = useQuery({ ...query, staleTime: freshFor, meta: { quiet: true, callerShowsError: true } });
  const ofCheck = ({ id }: Trigger): boolean => id === check.data?.trigger?.id;
  const triggers = useQuery({
    ...queryFor(triggersContract.listTriggers, { workspaceId }),
    refetchInterval: ({ state }) => state.data?.some((one) => ofCheck(one) && isAwaited(one)) === true && often,
    meta: { quiet: true, callerShowsError: true },
  });
  const { mutateAsync, isPending } = useMutation({
    ...mutationFor(switchNightlyCheck, { allow: 'all' }),
    onSuccess: (reply) => {
      queries.setQueryData(query.queryKey, reply);
      return refresh(queries, ['/api/triggers', '/api/workspaces']);
    },
    onError: (error, { body }) => {
      if (isSessionOver(error)) return;
      const title = t(body.on ? 'nightly.errors.on' : 'nightly.errors.off');
      showToast({ title, description: errorText(t, error), variant: 'destructive' });
    },
  });
  return {
    check,
    /** Undefined until the list contains it. */
    trigger: triggers.data?.find(ofCheck),
    switching: isPending,
    change: (on: boolean) => mutateAsync({ workspaceId, body: { on, ...(timeZone !== undefined && { timeZone }) } }),
  };
}
