import { useQuery } from '@tanstack/react-query';

/** Read apart from the first load, which has no use for it. */
export const configQuery = {
  queryKey: ['app', '/config.json'],
  queryFn: async () => (await import('./load-config.ts')).loadConfig(),
  meta: { quiet: true },
} as const;

export const useConfig = () => useQuery(configQuery).data;
