import { type QueryClient, useQuery } from '@tanstack/react-query';

import type { AppConfig } from '#shared/contracts/app-config.ts';

/** Imported separately, because the first load does not need it. */
export const configQuery = {
  queryKey: ['app', '/config.json'],
  queryFn: async () => (await import('./load-config.ts')).loadConfig(),
  meta: { quiet: true },
} as const;

export const useConfig = () => useQuery(configQuery).data;

/**
 * False once the configuration is known to belong to a stage without gateways. Does not load it, because the first load
 * does not need it.
 */
export const useHasWhatsapp = (): boolean => useQuery({ ...configQuery, enabled: false }).data?.hasWhatsapp !== false;

export const hasWhatsapp = (queries: QueryClient): boolean =>
  queries.getQueryData<AppConfig>(configQuery.queryKey)?.hasWhatsapp !== false;
