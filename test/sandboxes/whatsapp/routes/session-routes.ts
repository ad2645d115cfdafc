import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { json, type Reply, type SandboxRoute } from '../../kit.ts';
import { aboutSession, general, pause, read, type Api, type GatewayRequest, type SessionRequest } from '../api.ts';
import { me, statusData } from '../emit.ts';
import { configSchema, type Session } from '../entities.ts';
import { start, stop, unlink } from '../lifecycle.ts';
import { unprocessable } from '../refusal.ts';
import type { WhatsAppStore } from '../store.ts';

const STOP_MS = 3000;
const DELETE_MS = 4000;

const createSchema = z.object({
  name: z.string().check(z.regex(/^[\w-]{1,54}$/)),
  start: z.optional(z.boolean()),
  config: z.optional(z.nullable(configSchema)),
});
const replaceSchema = z.object({ config: z.optional(z.nullable(configSchema)) });
const keySchema = z.object({
  isAdmin: z.boolean(),
  session: z.optional(z.nullable(z.string())),
  isActive: z.optional(z.boolean()),
  actions: z.optional(z.nullable(z.array(z.string()))),
});

export function sessionRoutes(api: Api): readonly SandboxRoute[] {
  return [
    general(api, 'GET', '/api/sessions', list),
    general(api, 'POST', '/api/sessions', create),
    general(api, 'POST', '/api/keys', createKey),
    aboutSession(api, 'GET', '/api/sessions/:session', ({ store, session }) => json(200, sessionInfo(store, session))),
    aboutSession(api, 'PUT', '/api/sessions/:session', replace),
    aboutSession(api, 'GET', '/api/sessions/:session/me', ({ store, session }) => {
      const self = me(store, session);
      return self === null ? { status: 200 } : json(200, self);
    }),
    aboutSession(api, 'POST', '/api/sessions/:session/start', begin),
    aboutSession(api, 'POST', '/api/sessions/:session/stop', end),
    aboutSession(api, 'POST', '/api/sessions/:session/restart', restart),
    aboutSession(api, 'POST', '/api/sessions/:session/logout', logOut),
    // Deleting an unknown session is not an error.
    general(api, 'DELETE', '/api/sessions/:session', remove),
  ];
}

/** Includes the webhooks' keys in clear text, like WAHA. */
export function sessionInfo(store: WhatsAppStore, session: Session): object {
  const data = statusData(session);
  return {
    name: session.name,
    status: session.status,
    ...(data && { data }),
    config: session.config,
    me: me(store, session),
    presence: null,
    timestamps: { activity: session.statuses.at(-1)?.timestamp ?? null },
    statuses: session.statuses,
    engine: { engine: 'GOWS', grpc: { client: 'READY', stream: 'READY' } },
    assignedWorker: 'local',
  };
}

function list({ store, call }: GatewayRequest): Reply {
  const all = call.query.get('all') === 'true';
  const wanted = [...store.sessions.values()].filter((one) => all || one.status !== 'STOPPED');
  return json(
    200,
    wanted.map((one) => sessionInfo(store, one)),
  );
}

function create(asked: GatewayRequest): Reply {
  const { store, call } = asked;
  const wanted = read(createSchema, call);
  if (store.sessions.has(wanted.name)) {
    throw unprocessable(`Session '${wanted.name}' already exists. Use PUT to update it.`);
  }
  const session: Session = {
    name: wanted.name,
    config: wanted.config ?? {},
    status: 'STOPPED',
    statuses: [],
    device: 0,
    backlog: [],
  };
  store.sessions.set(session.name, session);
  if (wanted.start ?? true) start(asked, session);
  else store.touched();
  return json(201, sessionInfo(store, session));
}

async function replace(asked: SessionRequest): Promise<Reply> {
  const { store, session, call } = asked;
  session.config = read(replaceSchema, call).config ?? {};
  if (session.status === 'STOPPED') store.touched();
  else start(asked, session);
  await pause(asked, STOP_MS);
  return json(200, sessionInfo(store, session));
}

function begin(asked: SessionRequest): Reply {
  const { session, store } = asked;
  if (session.status !== 'STOPPED') throw unprocessable(`Session '${session.name}' is already started.`);
  start(asked, session);
  return json(201, sessionInfo(store, session));
}

async function end(asked: SessionRequest): Promise<Reply> {
  stop(asked, asked.session);
  await pause(asked, STOP_MS);
  return json(201, sessionInfo(asked.store, asked.session));
}

async function restart(asked: SessionRequest): Promise<Reply> {
  stop(asked, asked.session);
  await pause(asked, STOP_MS);
  start(asked, asked.session);
  return json(201, sessionInfo(asked.store, asked.session));
}

/** A session that was not stopped restarts and shows codes. */
function logOut(asked: SessionRequest): Reply {
  const { session, store } = asked;
  const ran = session.status !== 'STOPPED';
  unlink(session);
  if (ran) start(asked, session);
  else store.touched();
  return json(201, sessionInfo(store, session));
}

async function remove(asked: GatewayRequest): Promise<Reply> {
  const { store, call } = asked;
  const session = store.sessions.get(call.params['session'] ?? '');
  if (!session) return { status: 200 };
  const ran = session.status !== 'STOPPED';
  stop(asked, session);
  unlink(session);
  store.sessions.delete(session.name);
  store.touched();
  if (ran) await pause(asked, DELETE_MS);
  return { status: 200 };
}

function createKey({ store, call }: GatewayRequest): Reply {
  const wanted = read(keySchema, call);
  const key = {
    id: `key_${randomUUID()}`,
    key: `key_${randomUUID()}`,
    isAdmin: wanted.isAdmin,
    session: wanted.session ?? null,
  };
  store.addKey(key);
  store.touched();
  return json(201, { ...key, isActive: true });
}
