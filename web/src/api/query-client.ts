import { QueryClient } from '@tanstack/react-query';

/** No retries, nothing stale by age, and changes fail at once without a network instead of waiting for it. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
