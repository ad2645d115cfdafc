import { useQuery } from '@tanstack/react-query';

import { listPrices } from '#shared/contracts/app-config.ts';
import { loadConfig } from '#web/api/load-config.ts';

/** What the paid plans cost in the place we run in, in minor units of their currency. */
export const usePrices = () =>
  useQuery({
    queryKey: ['app', '/config.json'],
    queryFn: loadConfig,
    meta: { quiet: true },
    select: ({ prices = listPrices }) => prices,
  });
