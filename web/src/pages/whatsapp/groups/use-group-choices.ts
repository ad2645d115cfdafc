import { useQuery } from '@tanstack/react-query';

import { whatsappContract } from '#shared/contracts/whatsapp.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

export function useGroupChoices(workspaceId: number, instanceId: number) {
  const { language: locale } = useTranslation().i18n;
  const input = { workspaceId, params: { id: String(instanceId) }, query: { locale } };
  return useQuery({
    ...queryFor(whatsappContract.groupsOfInstance, input, { allow: 'all' }),
    meta: { quiet: true },
    staleTime: 0,
  });
}
