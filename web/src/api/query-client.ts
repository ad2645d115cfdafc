import { QueryClient } from '@tanstack/react-query';

/** No retries, no expiry of data by age; mutations fail at once without a network instead of waiting for it. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
