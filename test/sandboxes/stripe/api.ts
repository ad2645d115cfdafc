import type { SandboxCall, Reply, SandboxRoute } from '../kit.ts';
import { json } from '../kit.ts';
import { catchUp } from './clock.ts';
import type { Kept } from './entities.ts';
import { decodeForm, texts, type Params } from './params.ts';
import { refusalReply, StripeRefusal } from './refusal.ts';
import { loadSpec } from './spec.ts';
import type { StripeStore } from './store.ts';
import { expanded } from './views/expand.ts';
import { API_VERSION } from './views/show-event.ts';

export type StripeRequest = {
  store: StripeStore;
  params: Params;
  /** The id in the path, or an empty string. */
  id: string;
  base: string;
};
export type StripeOperation = (asked: StripeRequest) => object;

const KEY_LIVES_SECONDS = 24 * 3600;
const KEYS_KEPT = 5000;

/** Checks key, version, parameters and idempotency before the operation, and applies `expand` afterwards. */
export function api(
  store: StripeStore,
  method: SandboxRoute['method'],
  path: string,
  run: StripeOperation,
): SandboxRoute {
  return { method, path, kind: 'api', handle: (call) => answer({ store, path, run }, call) };
}

type Known = { store: StripeStore; path: string; run: StripeOperation };

function answer(known: Known, call: SandboxCall): Reply {
  const { store } = known;
  const requestId = store.newId('req');
  const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined;
  const headers: Record<string, string> = { 'request-id': requestId, 'stripe-version': API_VERSION };
  if (key !== undefined) headers['idempotency-key'] = key;
  try {
    checkKey(store, call);
    checkVersion(call);
    const params = decodeForm(call.query.toString(), call.method === 'GET' ? '' : call.raw);
    loadSpec().checkRequest(call.method, known.path, params);
    const asked = `${call.method} ${call.fullPath} ${call.raw}`;
    const before = key === undefined ? undefined : replay(store, key, asked);
    if (before) return replayed(before, headers);
    const reply = perform(known, call, params, { requestId, key, headers });
    if (key !== undefined && (reply.status < 400 || reply.status === 402))
      keep(store, { key, asked, reply, requestId });
    return reply;
  } catch (cause) {
    if (cause instanceof StripeRefusal) return refusalReply(cause, headers);
    throw cause;
  }
}

type Meta = { requestId: string; key: string | undefined; headers: Record<string, string> };

function perform(
  { store, path, run }: Known,
  call: SandboxCall,
  params: Params,
  { requestId, key, headers }: Meta,
): Reply {
  catchUp(store);
  store.request = { id: requestId, key };
  try {
    const shown = run({ store, params, id: call.params['id'] ?? '', base: call.base });
    const body = expanded(store, shown, texts(params, 'expand'));
    const odd = loadSpec().checkAnswer(call.method, path, body);
    if (odd !== undefined) throw new Error(`${call.method} ${path} would answer what Stripe does not: ${odd}`);
    return json(200, body, headers);
  } catch (cause) {
    if (cause instanceof StripeRefusal) return refusalReply(cause, headers);
    throw cause;
  } finally {
    store.request = { id: undefined, key: undefined };
    store.changed();
  }
}

function checkKey(store: StripeStore, call: SandboxCall): void {
  const header = call.headers['authorization'] ?? '';
  const [, basic] = /^Basic (.+)$/.exec(header) ?? [];
  const key =
    basic === undefined
      ? header.replace(/^Bearer /, '')
      : (Buffer.from(basic, 'base64').toString().split(':')[0] ?? '');
  if (key === store.key) return;
  const details =
    key === '' ? 'You did not provide an API key.' : `Invalid API Key provided: ${key.slice(0, 6)}${'*'.repeat(8)}`;
  throw new StripeRefusal(details, { status: 401 });
}

function checkVersion(call: SandboxCall): void {
  const version = call.headers['stripe-version'] ?? API_VERSION;
  if (version === API_VERSION) return;
  throw new StripeRefusal(`Invalid Stripe API version: ${version}; this sandbox speaks ${API_VERSION}.`);
}

function replay(store: StripeStore, key: string, asked: string): Kept | undefined {
  const kept = store.kept.get(key);
  if (!kept || kept.created + KEY_LIVES_SECONDS < store.wall()) return undefined;
  if (kept.asked === asked) return kept;
  const details = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  throw new StripeRefusal(details, { type: 'idempotency_error' });
}

function replayed(kept: Kept, headers: Record<string, string>): Reply {
  const details = { ...headers, 'idempotent-replayed': 'true', 'original-request': kept.requestId };
  return { ...json(kept.status, {}, details), body: kept.body };
}

type Answered = { key: string; asked: string; reply: Reply; requestId: string };

function keep(store: StripeStore, { key, asked, reply, requestId }: Answered): void {
  const { status, body = '' } = reply;
  store.kept.add({ id: key, created: store.wall(), asked, status, body, requestId });
  const oldest = store.kept.all().slice(0, -KEYS_KEPT);
  for (const one of oldest) store.kept.remove(one.id);
}
