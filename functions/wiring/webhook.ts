import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { answerWebhook } from '#functions/triggers/answer-webhook.ts';
import { skillPageAddress } from '#shared/rules/skill-page.ts';

import { execution } from './parts/execution.ts';
import { openPlatform } from './parts/platform.ts';
import type { SealedWorld } from './world.ts';

export function webhook(world: SealedWorld) {
  const deps = {
    ...openPlatform(world),
    execute: execution(world),
    metrics: world.metrics,
    skillPage: skillPageAddress(world.config.ALEXA_SKILL_PAGE, 'en'),
  };
  return (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => answerWebhook(deps, event);
}
