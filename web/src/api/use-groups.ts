import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { whatsappContract } from '#shared/contracts/whatsapp.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { report } from '#web/platform/report.ts';

import { queryFor } from './query-for.ts';

/** A failure is only logged, because the page shows it. `fresh` always refetches. */
export function useGroups(workspaceId: number | undefined, { fresh = false } = {}) {
  const { language: locale } = useTranslation().i18n;
  const query = useQuery({
    ...queryFor(whatsappContract.listGroups, { workspaceId, query: { locale } }, { allow: 'all' }),
    meta: { quiet: true },
    ...(fresh && { staleTime: 0 }),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[0] === workspaceId ? before : undefined),
  });
  const { error } = query;
  useEffect(() => {
    if (error) report('groups not loaded', error);
  }, [error]);
  return query;
}
