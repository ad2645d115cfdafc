import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { answerWebhook } from '#functions/triggers/answer-webhook.ts';
import { readRun } from '#functions/triggers/receipts/read-run.ts';
import { skillPageAddress } from '#shared/rules/skill-page.ts';

import { execution } from './parts/execution.ts';
import { openPlatform } from './parts/platform.ts';
import type { SealedWorld } from './world.ts';

export function webhook(world: SealedWorld) {
  const { table, metrics, pause, now, report } = world;
  const reading = {
    runs: createRunStore(table, now, report),
    executions: createExecutionStore(table, now, report),
    now,
  };
  const deps = {
    ...openPlatform(world),
    execute: execution(world),
    readRun: (wanted: Parameters<typeof readRun>[1]) => readRun(reading, wanted),
    receipts: createReceiptStore(table, now, report),
    metrics,
    pause,
    skillPage: skillPageAddress(world.config.ALEXA_SKILL_PAGE, 'en'),
  };
  return (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => answerWebhook(deps, event);
}
