import { useQuery } from '@tanstack/react-query';

import type { Trigger } from '#shared/contracts/triggers.ts';

/** The address to show with its secret hidden. Each copy fetches it again. */
export function useWebhookAddress(trigger: Trigger, addressOf: (trigger: Trigger) => Promise<string>) {
  return useQuery({
    queryKey: ['app', 'webhook-address', trigger.id],
    queryFn: () => addressOf(trigger),
    gcTime: 0,
    meta: { quiet: true },
  });
}
