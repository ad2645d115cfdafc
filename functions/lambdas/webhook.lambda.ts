import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { answerWebhook } from '#functions/triggers/answer-webhook.ts';
import { realCorridor } from '#functions/wiring/execution.ts';
import { log, now, realMetrics, realOriginSecret, realTable, warmUp } from '#functions/wiring/process.ts';

warmUp(['origin', 'encryption', 'alexa'], { table: realTable() });

const deps = { execute: realCorridor(), originSecret: realOriginSecret(), metrics: realMetrics(), log, now };

export const handler = (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  answerWebhook(deps, event);
