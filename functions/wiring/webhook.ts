import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { answerWebhook } from '#functions/triggers/answer-webhook.ts';

import { execution } from './parts/execution.ts';
import { openPlatform } from './parts/platform.ts';
import type { SealedWorld } from './world.ts';

export function webhook(world: SealedWorld) {
  const deps = { ...openPlatform(world), execute: execution(world), metrics: world.metrics };
  return (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => answerWebhook(deps, event);
}
