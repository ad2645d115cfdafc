import type { Subscription } from '#shared/contracts/billing.ts';
import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useConfig } from '#web/api/use-config.ts';
import { useCurrentWorkspace, useCurrentWorkspaceId, useUser } from '#web/api/use-session.ts';
import { isFeatureActive, useSubscription } from '#web/features/billing/use-subscription.ts';

/**
 * Stays `loading` until account and subscription are known. Does not wait for the configuration, which only stages
 * without gateways need.
 */
export type Gate =
  | { kind: 'loading' | 'noAccount' | 'notOffered' }
  | { kind: 'open'; trial: boolean }
  | { kind: 'noPlan'; subscription: Subscription; trialUsed: boolean; isDefaultWorkspace: boolean }
  | { kind: 'failed'; error: Error; busy: boolean; retry: () => void };

export function useGate(): Gate {
  const config = useConfig();
  const user = useUser();
  const current = useCurrentWorkspace();
  const amazon = useAmazonAuth();
  const subscription = useSubscription(useCurrentWorkspaceId(), { quiet: true });

  if (config?.hasWhatsapp === false) return { kind: 'notOffered' };
  const failed = [current, amazon, subscription].filter(({ data, error }) => !data && error);
  const error = failed.find((read) => read.error)?.error;
  if (error) {
    const retry = () => failed.forEach(({ refetch }) => void refetch());
    return { kind: 'failed', error, busy: failed.some(({ isFetching }) => isFetching), retry };
  }
  if (!user || !current.data || !amazon.data || !subscription.data) return { kind: 'loading' };
  if (amazon.data.skill === 'notLinked') return { kind: 'noAccount' };
  if (isFeatureActive(subscription.data)) return { kind: 'open', trial: subscription.data.status === 'trialing' };
  const owner = { trialUsed: user.trialUsed, isDefaultWorkspace: current.data.defaultWorkspace };
  return { kind: 'noPlan', subscription: subscription.data, ...owner };
}
