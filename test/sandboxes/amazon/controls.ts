import * as z from 'zod/mini';

import { reading } from '../kit-reading.ts';
import { field, isRecord, json, type SandboxCall, type Reply } from '../kit.ts';
import { findPerson, type Clients, type SandboxWorld } from '../world.ts';
import { authorizationErrors, settingsSchema } from './entities.ts';
import type { AmazonStore } from './store.ts';

type Deps = { world: SandboxWorld; store: AmazonStore };

/** `POST /_expire` `{person?, client?}`: expires access tokens now. */
export function expire({ world, store }: Deps, call: SandboxCall): Reply {
  const asked = readAsked(world, call);
  return typeof asked === 'string'
    ? json(400, { error: asked })
    : json(200, { expired: store.expire(asked.person, asked.clientId) });
}

/** `POST /_revoke` `{person, client?, keepAccess?}`: refresh tokens return invalid_grant from now on. */
export function revoke({ world, store }: Deps, call: SandboxCall): Reply {
  const asked = readAsked(world, call);
  if (typeof asked === 'string') return json(400, { error: asked });
  if (asked.person === undefined) return json(400, { error: 'person is missing' });
  const keepAccess = isRecord(call.body) && (call.body['keepAccess'] === true || call.body['keepAccess'] === 'true');
  return json(200, { revoked: store.revoke(asked.person, asked.clientId, { keepAccess }) });
}

const authorizationAsked = z.strictObject({ person: z.string(), error: z.enum(authorizationErrors) });

/** `POST /_authorization` `{person, error}`: the user's next authorization ends with this error. */
export function nextAuthorization({ world, store }: Deps, call: SandboxCall): Reply | Promise<Reply> {
  return reading(authorizationAsked, call, ({ person: name, error }) => {
    const person = findPerson(world.people, name);
    if (!person) return json(400, { error: `nobody is called ${name}` });
    store.refuseNext(person.key, error);
    return json(200, { person: person.key, error });
  });
}

const settingsAsked = z.partial(z.strictObject(settingsSchema.shape));

/** `POST /_settings`: behaviour that Amazon does not document. */
export function settings({ store }: Deps, call: SandboxCall): Reply | Promise<Reply> {
  return reading(settingsAsked, call, (asked) => {
    store.change(asked);
    return json(200, store.settings());
  });
}

function readAsked(
  world: SandboxWorld,
  call: SandboxCall,
): { person: string | undefined; clientId: string | undefined } | string {
  const name = field(call, 'person');
  const person = findPerson(world.people, name);
  if (name !== undefined && !person) return `nobody is called ${name}`;
  const client = field(call, 'client');
  const clientId = client === undefined ? undefined : findClientId(world.clients, client);
  if (client !== undefined && clientId === undefined) return `no client is called ${client}`;
  return { person: person?.key, clientId };
}

function findClientId({ amazonWeb, amazonSkill }: Clients, name: string): string | undefined {
  if (name === 'web') return amazonWeb.id;
  if (name === 'skill') return amazonSkill.id;
  return [amazonWeb.id, amazonSkill.id].find((id) => id === name);
}
