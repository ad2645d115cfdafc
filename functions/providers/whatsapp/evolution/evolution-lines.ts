import * as z from 'zod/mini';

import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';

import { numeral } from '../../numeral.ts';
import { gatewayFailure, isLineName, type AdapterDeps } from '../adapter.ts';
import { slowMs, usualMs } from '../call-times.ts';
import type { GatewayFailure, LineRef, LineSnapshot, LineState, LineWebhook, WhatsAppGateway } from '../gateway.ts';
import { selfOf } from '../people.ts';
import type { Evolution } from './evolution-client.ts';
import { stateOf } from './evolution-state.ts';

type Deps = Pick<AdapterDeps, 'now' | 'shard'> & { evolution: Evolution };

type Lines = Pick<WhatsAppGateway, 'createLine' | 'describeLine' | 'removeLine' | 'listLines'>;

/** https://doc.evolution-api.com/v2/api-reference/instance-controller */
export const evolutionLines = (deps: Deps): Lines => ({
  createLine: (ref, webhook) => createLine(deps, ref, webhook),
  describeLine: (ref, limit) => describeLine(deps, ref, deadlineIn(deps.now, limit?.timeoutMs ?? usualMs)),
  removeLine: (ref) => removeLine(deps, ref),
  listLines: () => listLines(deps),
});

export const withoutValue = (answer: { outcome: 'ok' } | GatewayFailure): { outcome: 'ok' } | GatewayFailure =>
  answer.outcome === 'ok' ? { outcome: 'ok' } : answer;

/** Another server responds at the address. */
export const unexpectedReply = (): GatewayFailure => gatewayFailure('unreachable', { retryable: true });

// Group renames never arrive: the accepted name differs from that of the event. LOGOUT_INSTANCE does not distinguish
// our own log-outs from WhatsApp's, so the reason is read from the CONNECTION_UPDATE that follows.
const events = [
  'QRCODE_UPDATED',
  'CONNECTION_UPDATE',
  'MESSAGES_UPSERT',
  'GROUPS_UPSERT',
  'GROUP_PARTICIPANTS_UPDATE',
  'REMOVE_INSTANCE',
];

const webhookOf = ({ url, secret }: LineWebhook) => ({
  enabled: true,
  url,
  byEvents: false,
  base64: false,
  headers: { jwt_key: secret },
  events,
});

async function createLine({ evolution, now }: Deps, ref: LineRef, given: LineWebhook) {
  // Evolution would accept an empty name.
  if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
  const asOf = now();
  const deadline = deadlineIn(now, slowMs);
  const webhook = webhookOf(given);
  const body = {
    instanceName: ref.lineName,
    integration: 'WHATSAPP-BAILEYS',
    // Otherwise the call waits five seconds for an image.
    qrcode: false,
    groupsIgnore: false,
    webhook,
  };
  const made = await evolution({ method: 'POST', path: '/instance/create', body, timeoutMs: deadline.left() });
  if (made.outcome === 'ok') return { outcome: 'ok' as const, snapshot: { state: 'connecting' as const, asOf } };
  if (made.error.status !== 403) return made;
  const path = `/webhook/set/${ref.lineName}`;
  const set = await evolution({ method: 'POST', path, body: { webhook }, timeoutMs: deadline.left() });
  if (set.outcome === 'failed') return set;
  const snapshot = await describeLine({ evolution, now }, ref, deadline);
  return { outcome: 'ok' as const, snapshot };
}

const connection = z.object({ instance: z.object({ state: z.nullish(z.string()) }) });
const text = z.nullish(z.string());
const flat = z.object({
  name: z.string(),
  connectionStatus: text,
  ownerJid: text,
  profileName: text,
  disconnectionReasonCode: z.nullish(numeral),
});
/** The form in the documentation. */
const nested = z.object({
  instance: z.object({ instanceName: z.string(), status: text, owner: text, profileName: text }),
});
const instance = z.union([
  flat,
  z.pipe(
    nested,
    z.transform(({ instance: { instanceName: name, status: connectionStatus, owner: ownerJid, profileName } }) => ({
      name,
      connectionStatus,
      ownerJid,
      profileName,
      disconnectionReasonCode: undefined,
    })),
  ),
]);

async function describeLine(
  { evolution, now }: Pick<Deps, 'evolution' | 'now'>,
  ref: LineRef,
  deadline: Deadline,
): Promise<LineSnapshot> {
  const asOf = now();
  const snapshot = (state: LineState): LineSnapshot => ({ state, asOf });
  if (!isLineName(ref.lineName)) return snapshot('absent');
  const path = `/instance/connectionState/${ref.lineName}`;
  const answer = await evolution({ method: 'GET', path, timeoutMs: deadline.left() });
  if (answer.outcome === 'failed') return snapshot(answer.error.code === 'not_found' ? 'absent' : 'unknown');
  const { data } = connection.safeParse(answer.body);
  // The state is missing right after a deletion.
  if (!data?.instance.state) return snapshot(data ? 'absent' : 'unknown');
  const state = data.instance.state.toLowerCase();
  if (state === 'connecting') return snapshot('connecting');
  const found = await findInstances(evolution, deadline, ref);
  const one = found.outcome === 'ok' ? found.instances.find(({ name }) => name === ref.lineName) : undefined;
  if (one) return instanceSnapshot({ ...one, connectionStatus: state }, asOf);
  // Without a reason, the line may reconnect.
  return snapshot(state === 'open' ? 'connected' : 'unknown');
}

/** Evolution keeps the owner after a log-out. */
function instanceSnapshot(one: z.output<typeof instance>, asOf: Date): LineSnapshot {
  const state = stateOf(one.connectionStatus, one.disconnectionReasonCode);
  const self = state === 'connected' ? selfOf({ id: one.ownerJid, name: one.profileName }) : undefined;
  return { state, ...(self && { self }), asOf };
}

async function findInstances(evolution: Evolution, deadline: Deadline, ref?: LineRef) {
  const query = ref ? `?instanceName=${ref.lineName}` : '';
  const path = `/instance/fetchInstances${query}`;
  const answer = await evolution({ method: 'GET', path, timeoutMs: deadline.left() });
  if (answer.outcome === 'failed') return answer;
  const { data } = z.array(instance).safeParse(answer.body);
  return data ? { outcome: 'ok' as const, instances: data } : unexpectedReply();
}

/** Deletes the line even if it cannot log out; a reconnect loop may survive. */
async function removeLine(deps: Deps, ref: LineRef) {
  const { evolution, now } = deps;
  if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
  const deadline = deadlineIn(now, slowMs);
  for (const step of ['logout', 'delete']) {
    const path = `/instance/${step}/${ref.lineName}`;
    const answer = await evolution({ method: 'DELETE', path, timeoutMs: deadline.left() });
    const passes = answer.outcome === 'ok' || answer.error.code === 'not_found';
    if (!passes && !(step === 'logout' && answer.error.status === 400)) return answer;
  }
  const { state } = await describeLine(deps, ref, deadline);
  if (state === 'absent') return { outcome: 'ok' as const };
  return state === 'unknown' ? unexpectedReply() : gatewayFailure('wrong_state', { state, retryable: true });
}

async function listLines({ evolution, now, shard }: Deps) {
  const asOf = now();
  const found = await findInstances(evolution, deadlineIn(now, usualMs));
  if (found.outcome === 'failed') return found;
  const lines = found.instances.map((one) => ({
    line: { shardId: shard.id, lineName: one.name },
    snapshot: instanceSnapshot(one, asOf),
  }));
  return { outcome: 'ok' as const, lines };
}
