import * as z from 'zod/mini';

import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';

import { gatewayFailure, isLineName, type AdapterDeps } from '../adapter.ts';
import { slowMs, usualMs } from '../call-times.ts';
import type { GatewayFailure, LineRef, LineSnapshot, LineState, LineWebhook, WhatsAppGateway } from '../gateway.ts';
import type { Waha } from './waha-client.ts';
import { lineConfig } from './waha-config.ts';
import { readPasskey } from './waha-passkey.ts';
import { lineShape, meShape, selfIn, stateOf, type WahaLine } from './waha-state.ts';

type Deps = Pick<AdapterDeps, 'now' | 'shard'> & { waha: Waha };

export const linePath = ({ lineName }: LineRef, rest = ''): string => `/api/sessions/${lineName}${rest}`;

type Lines = Pick<
  WhatsAppGateway,
  'createLine' | 'describeLine' | 'startLine' | 'restartLine' | 'removeLine' | 'listLines'
>;

/** https://waha.devlike.pro/docs/how-to/sessions/ */
export const wahaLines = (deps: Deps): Lines => ({
  createLine: (ref, webhook) => createLine(deps, ref, webhook),
  describeLine: (ref, limit) => describeLine(deps, ref, deadlineIn(deps.now, limit?.timeoutMs ?? usualMs)),
  startLine: async (ref, limit) => {
    if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
    const path = linePath(ref, '/start');
    const started = await deps.waha({ method: 'POST', path, body: {}, timeoutMs: limit?.timeoutMs ?? usualMs });
    // The line is already running.
    return started.outcome === 'failed' && started.error.status === 422 ? { outcome: 'ok' } : withoutValue(started);
  },
  restartLine: async (ref) => {
    if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
    return withoutValue(await deps.waha({ method: 'POST', path: linePath(ref, '/restart'), body: {} }));
  },
  removeLine: (ref) => removeLine(deps, ref),
  listLines: () => listLines(deps),
});

export const withoutValue = (answer: { outcome: 'ok' } | GatewayFailure): { outcome: 'ok' } | GatewayFailure =>
  answer.outcome === 'ok' ? { outcome: 'ok' } : answer;

/** Another server responds at the address. */
export const unexpectedReply = (): GatewayFailure => gatewayFailure('unreachable', { retryable: true });

export const snapshotOf = ({ status, me }: WahaLine, asOf: Date): LineSnapshot => {
  const self = selfIn(me);
  return { state: stateOf(status), ...(self && { self }), asOf };
};

async function createLine({ waha, now }: Deps, ref: LineRef, webhook: LineWebhook) {
  if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
  const asOf = now();
  const deadline = deadlineIn(now, slowMs);
  const config = lineConfig(webhook);
  const body = { name: ref.lineName, start: true, config };
  const made = await waha({ method: 'POST', path: '/api/sessions', body, timeoutMs: deadline.left() });
  const exists = made.outcome === 'failed' && made.error.status === 422;
  const answer = exists ? await replaceConfig(waha, ref, config, deadline) : made;
  if (answer.outcome === 'failed') return answer;
  const { data: line } = lineShape.safeParse(answer.body);
  return line ? { outcome: 'ok' as const, snapshot: snapshotOf(line, asOf) } : unexpectedReply();
}

/** WAHA restarts a running line, but does not start a stopped one. */
async function replaceConfig(waha: Waha, ref: LineRef, config: object, deadline: Deadline) {
  const put = await waha({ method: 'PUT', path: linePath(ref), body: { config }, timeoutMs: deadline.left() });
  if (put.outcome === 'failed' || lineShape.safeParse(put.body).data?.status !== 'STOPPED') return put;
  const path = linePath(ref, '/start');
  const started = await waha({ method: 'POST', path, body: {}, timeoutMs: deadline.left() });
  // Another call may have started the line.
  const runs = started.outcome === 'failed' && started.error.status === 422;
  return runs ? waha({ method: 'GET', path: linePath(ref), timeoutMs: deadline.left() }) : started;
}

export async function readLine({ waha, now }: Deps, ref: LineRef, deadline: Deadline) {
  const asOf = now();
  if (!isLineName(ref.lineName)) return { state: 'absent' as const, asOf };
  const answer = await waha({ method: 'GET', path: linePath(ref), timeoutMs: deadline.left() });
  if (answer.outcome === 'failed') {
    const state: LineState = answer.error.code === 'not_found' ? 'absent' : 'unknown';
    return { state, asOf, error: answer.error };
  }
  const { data: line } = lineShape.safeParse(answer.body);
  return line ? snapshotOf(line, asOf) : { state: 'unknown' as const, asOf, error: unexpectedReply().error };
}

async function describeLine(deps: Deps, ref: LineRef, deadline: Deadline): Promise<LineSnapshot> {
  const { state, self: known, asOf } = { self: undefined, ...(await readLine(deps, ref, deadline)) };
  const self = known ?? (state === 'connected' ? await readSelf(deps, ref, deadline) : undefined);
  const passkey = await readPasskey(deps.waha, ref, state, deadline);
  return { state, ...(self && { self }), ...(passkey && { passkey }), asOf };
}

/** Before the log-in, the response is an empty 200. */
async function readSelf({ waha }: Deps, ref: LineRef, deadline: Deadline) {
  const answer = await waha({ method: 'GET', path: linePath(ref, '/me'), timeoutMs: deadline.left() });
  return answer.outcome === 'ok' ? selfIn(meShape.safeParse(answer.body).data) : undefined;
}

/** Deleting also logs out. The response is the same for a missing line. */
async function removeLine(deps: Deps, ref: LineRef) {
  if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
  const deadline = deadlineIn(deps.now, slowMs);
  const gone = await deps.waha({ method: 'DELETE', path: linePath(ref), timeoutMs: deadline.left() });
  if (gone.outcome === 'failed' && gone.error.code !== 'not_found') return gone;
  const left = await readLine(deps, ref, deadline);
  if (left.state === 'absent') return { outcome: 'ok' as const };
  if (left.state === 'unknown') return unexpectedReply();
  return gatewayFailure('wrong_state', { state: left.state, retryable: true });
}

async function listLines({ waha, now, shard }: Deps) {
  const asOf = now();
  const answer = await waha({ method: 'GET', path: '/api/sessions?all=true' });
  if (answer.outcome === 'failed') return answer;
  const { data } = z.array(lineShape).safeParse(answer.body);
  if (!data) return unexpectedReply();
  const lines = data.map((line) => ({
    line: { shardId: shard.id, lineName: line.name },
    snapshot: snapshotOf(line, asOf),
  }));
  return { outcome: 'ok' as const, lines };
}
