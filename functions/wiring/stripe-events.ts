import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { receiveEvent } from '#functions/billing/receive-event.ts';
import { syncWorkspaceSubscription } from '#functions/billing/sync-subscription.ts';

import { billing } from './parts/billing.ts';
import type { World } from './world.ts';

export function stripeEvents(world: World) {
  const { config, secrets, log, metrics } = world;
  const syncing = billing(world, { timeoutMs: 8_000, retries: 1 });
  const deps = {
    secret: secrets.stripe,
    mode: config.STRIPE_MODE,
    workspaceOf: syncing.subscriptions.workspaceOf,
    sync: (workspaceId: number, named: string | undefined) =>
      syncWorkspaceSubscription(syncing, workspaceId, { named }),
    log,
    metrics,
  };
  return (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => receiveEvent(deps, event);
}
