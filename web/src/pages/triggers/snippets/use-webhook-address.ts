import { useQuery } from '@tanstack/react-query';

import type { Trigger } from '#shared/contracts/triggers.ts';

/** The address of a trigger, to show with its secret hidden; what is copied is asked for anew. */
export function useWebhookAddress(trigger: Trigger, addressOf: (trigger: Trigger) => Promise<string>) {
  return useQuery({
    queryKey: ['app', 'webhook-address', trigger.id],
    queryFn: () => addressOf(trigger),
    gcTime: 0,
    meta: { quiet: true },
  });
}
