import { useQuery } from '@tanstack/react-query';

/** Imported separately, because the first load does not need it. */
export const configQuery = {
  queryKey: ['app', '/config.json'],
  queryFn: async () => (await import('./load-config.ts')).loadConfig(),
  meta: { quiet: true },
} as const;

export const useConfig = () => useQuery(configQuery).data;
