import { useQuery } from '@tanstack/react-query';

import type { Prices } from '#shared/contracts/app-config.ts';
import { listPrices } from '#shared/rules/billing/list-prices.ts';
import { configQuery } from '#web/api/use-config.ts';

export const usePrices = () => useQuery({ ...configQuery, select: ({ prices = listPrices }): Prices => prices });
