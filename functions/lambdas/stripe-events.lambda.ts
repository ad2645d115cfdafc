import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { receiveEvent } from '#functions/billing/receive-event.ts';
import { syncWorkspaceSubscription } from '#functions/billing/sync-subscription.ts';
import { realBilling } from '#functions/wiring/billing.ts';
import { log, realConfig, realMetrics, realSecrets, realTable, warmUp } from '#functions/wiring/process.ts';

warmUp(['stripe'], { table: realTable() });

const billing = realBilling({ timeoutMs: 8_000, retries: 1 });

const deps = {
  secret: realSecrets().stripe,
  mode: realConfig().STRIPE_MODE,
  workspaceOf: billing.subscriptions.workspaceOf,
  sync: (workspaceId: number, named: string | undefined) => syncWorkspaceSubscription(billing, workspaceId, { named }),
  log,
  metrics: realMetrics(),
};

export const handler = (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  receiveEvent(deps, event);
