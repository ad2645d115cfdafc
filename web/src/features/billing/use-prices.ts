import { useQuery } from '@tanstack/react-query';

import { listPrices } from '#shared/contracts/app-config.ts';
import { loadConfig } from '#web/api/load-config.ts';

export const usePrices = () =>
  useQuery({
    queryKey: ['app', '/config.json'],
    queryFn: loadConfig,
    meta: { quiet: true },
    select: ({ prices = listPrices }) => prices,
  });
