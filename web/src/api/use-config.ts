import { useQuery } from '@tanstack/react-query';

import { loadConfig } from './load-config.ts';

export const useConfig = () =>
  useQuery({ queryKey: ['app', '/config.json'], queryFn: loadConfig, meta: { quiet: true } }).data;
