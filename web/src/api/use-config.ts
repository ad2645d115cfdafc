import { useQuery } from '@tanstack/react-query';

import { loadConfig } from './load-config.ts';

/** The configuration of the place we run in; undefined until it is here. */
export const useConfig = () =>
  useQuery({ queryKey: ['app', '/config.json'], queryFn: loadConfig, meta: { quiet: true } }).data;
