import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { createKeyUseStore } from '#functions/data/access-keys/key-use-store.ts';
import { createExecutionFinder } from '#functions/data/triggers/execution-finder.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { answerWebhook } from '#functions/triggers/answer-webhook.ts';
import {
  answerFireByPass,
  answerPassPage,
  answerReadPass,
  answerReadPassRun,
} from '#functions/triggers/pass/answer-pass.ts';
import { readRun } from '#functions/triggers/receipts/read-run.ts';
import { routeKeyOf, routeKeysOf } from '#shared/contracts/endpoint.ts';
import { passContract } from '#shared/contracts/pass.ts';
import type { Language } from '#shared/rules/language.ts';
import { skillPageAddress } from '#shared/rules/skill-page.ts';

import { executionAndCheck } from './parts/execution.ts';
import { planning } from './parts/planning.ts';
import { openPlatform } from './parts/platform.ts';
import type { SealedWorld } from './world.ts';

type Answer = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

export function webhook(world: SealedWorld): Answer {
  const { config, table, seal, metrics, log, pause, now, report } = world;
  const keyUses = createKeyUseStore(table, now, report);
  const reading = {
    runs: createRunStore(table, now, report),
    executions: createExecutionFinder(table, now, report),
    keyUses,
    log,
    now,
  };
  const deps = {
    ...openPlatform(world),
    skillPage: (language: Language) => skillPageAddress(config.ALEXA_SKILL_PAGE, language),
    ...executionAndCheck(world),
    planByWebhook: planning(world),
    readRun: (wanted: Parameters<typeof readRun>[1]) => readRun(reading, wanted),
    keyUses,
    receipts: createReceiptStore(table, now, report),
    seal,
    metrics,
    pause,
  };
  const passPage: Answer = (event) => answerPassPage(deps, event);
  const others = new Map<string, Answer>([
    ...routeKeysOf(passContract.passPage).map((key) => [key, passPage] as const),
    [routeKeyOf(passContract.readPass), (event) => answerReadPass(deps, event)],
    [routeKeyOf(passContract.readPassRun), (event) => answerReadPassRun(deps, event)],
    [routeKeyOf(passContract.fireByPass), (event) => answerFireByPass(deps, event)],
  ]);
  return (event) => (others.get(event.routeKey) ?? ((other) => answerWebhook(deps, other)))(event);
}
