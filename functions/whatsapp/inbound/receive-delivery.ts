import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { refusalFor } from '#functions/platform/http/answer.ts';
import { bodyBytes } from '#functions/platform/http/body-bytes.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { busy } from '#functions/platform/time/deadline.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { InboundEvent, ParsedWebhook } from '#functions/providers/whatsapp/gateway.ts';
import { Refusal } from '#shared/refusals.ts';

import { deadlinesFrom, type Deadlines } from './deadlines.ts';
import type { FindLine, KnownLine } from './line-memory.ts';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

export type Delivery = Deadlines & {
  line: KnownLine;
  requestId: string;
  /** The gateway's id, which is the same in every retry. */
  deliveryId?: string | undefined;
};

export type DeliveryOutcome =
  | 'done'
  /** The event had no effect. */
  | 'ignored'
  /** Another delivery of the same event is being processed. */
  | 'running';

export type DeliveryDeps = {
  findLine: FindLine;
  gateways: Pick<WhatsAppGateways, 'of'>;
  handleEvent: (delivery: Delivery, event: InboundEvent) => Promise<DeliveryOutcome>;
  metrics: Metrics;
  log: Log;
  now: () => Date;
};

/** Several times the size of an event that lists all members of a full group. */
const maxBytes = 1024 * 1024;

/**
 * `POST /prod/whatsapp/{shard}/{lineKey}`. Returns 401 for unknown lines, wrong signatures and replays, and 413 for
 * long bodies. Gateways retry after an error, so the answer is 5xx if a retry may help and 200 if it cannot.
 */
export async function receiveDelivery(deps: DeliveryDeps, request: Event): Promise<Result> {
  const deadlines = deadlinesFrom(deps.now);
  const { requestId } = request.requestContext;
  try {
    const rawBody = bodyBytes(request);
    if (rawBody.length > maxBytes) return refuse(deps, requestId, 'tooLong');
    const line = await deadlines.deadline.within(lineOf(deps, request), busy);
    if (!line) return refuse(deps, requestId, 'unknownLine');
    const parsed = await parse(deps, line, rawBody, request);
    const delivery = { ...deadlines, line, requestId, deliveryId: deliveryIdOf(request) };
    if (parsed.outcome === 'events') return await handleEvents(deps, delivery, parsed.events);
    if (parsed.reason === 'unreadable') return answerUnreadable(deps, requestId, line);
    return refuse(deps, requestId, parsed.reason, line);
  } catch (error) {
    const { status } = refusalFor(error);
    if (status === 503) deps.log('inbound.busy', { requestId }, error instanceof Refusal ? undefined : error);
    else deps.log('inbound.failed', { requestId }, error);
    return answer(requestId, status, 'failed');
  }
}

const isLineKey = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

async function lineOf({ findLine }: DeliveryDeps, { pathParameters }: Event): Promise<KnownLine | undefined> {
  const { shard, lineKey = '' } = pathParameters ?? {};
  const line = isLineKey(lineKey) ? await findLine(lineKey) : undefined;
  return line?.shardId === shard ? line : undefined;
}

const parse = (
  { gateways }: DeliveryDeps,
  line: KnownLine,
  rawBody: Uint8Array,
  { headers }: Event,
): Promise<ParsedWebhook> => gateways.of(line.shardId).parseWebhook(rawBody, small(headers), line.secret);

/** API Gateway sends header names in lower case but does not guarantee it. */
const small = (headers: Event['headers']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Only WAHA sends one. */
function deliveryIdOf({ headers }: Event): string | undefined {
  const id = small(headers)['x-webhook-request-id'];
  return id !== undefined && /^[\w-]{8,64}$/.test(id) ? id : undefined;
}

function refuse({ log }: DeliveryDeps, requestId: string, reason: string, line?: KnownLine): Result {
  const { instanceId, generation, shardId: shard } = line ?? {};
  // With a known line this is a warning: only its gateway knows the address, so commands are being lost.
  log(line ? 'inbound.notBelieved' : 'inbound.refused', { requestId, reason, instanceId, generation, shard });
  return answer(requestId, reason === 'tooLong' ? 413 : 401, 'refused');
}

function answerUnreadable({ log, metrics }: DeliveryDeps, requestId: string, line: KnownLine): Result {
  const { instanceId, generation, shardId: shard } = line;
  log('inbound.refused', { requestId, reason: 'unreadable', instanceId, generation, shard });
  // Many unreadable deliveries mean that the gateway changed its format.
  metrics({ DeliveryUnreadable: 1 }, { shard });
  return answer(requestId, 200, 'unreadable');
}

async function handleEvents(deps: DeliveryDeps, delivery: Delivery, events: readonly InboundEvent[]): Promise<Result> {
  const received: DeliveryOutcome[] = [];
  for (const event of events) received.push(await deps.handleEvent(delivery, event));
  const { requestId } = delivery;
  if (received.includes('running')) return answer(requestId, 503, 'running');
  return answer(requestId, 200, received.includes('done') ? 'done' : 'ignored');
}

const answer = (requestId: string, statusCode: number, outcome: string): Result => ({
  statusCode,
  headers: {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...(statusCode === 503 && { 'retry-after': '2' }),
  },
  body: JSON.stringify({ outcome }),
});
