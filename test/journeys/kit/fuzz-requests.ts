import fc from 'fast-check';
import { inject } from 'vitest';

import { functions } from '#infra/functions.ts';

import { callDirectly, directCall, type DirectCall } from '../../hostile/events.ts';
import { hostileRequest } from '../../hostile/mutations.ts';
import { faults, reached } from '../../hostile/oracle.ts';
import { isWhole, sendRaw, type RawRequest } from '../../hostile/raw-http.ts';
import { hostileValues } from '../../hostile/values.ts';
import { isDeep } from '../../support/depth.ts';
import { belongingsOf } from './belongings.ts';
import type { NamedEndpoint } from './endpoints.ts';
import { rightRequest, signed, type Attacker, type Stranger } from './fuzz-world.ts';

/** `me` sends the requests and must reach nothing of `stranger`. */
export type Sides = { me: Attacker; stranger: Stranger };

/** Sent over the network, or passed directly to the function without the gateway. */
export type HostileRequest = { request: RawRequest } | { call: DirectCall };

/** Generates both kinds of requests equally often. */
export function shots({ me, stranger }: Sides, one: NamedEndpoint): fc.Arbitrary<HostileRequest> {
  const { right, fields } = rightRequest(me, one);
  const row = functions.find(({ contracts = [] }) =>
    contracts.some((all) => Object.values(all).includes(one.endpoint)),
  );
  if (!row) throw new Error(`no function answers ${one.name}`);
  const material = {
    right,
    fields: right.body && { ...fields },
    foreign: foreignIds(stranger),
    appUrl: inject('stack').appUrl,
  };
  const requests = fc
    .tuple(hostileRequest(material), fc.boolean())
    .map(([request, isSigned]) => (one.endpoint.access === 'key' && isSigned ? signed(me, request) : request));
  return fc.oneof(
    requests.map((request) => ({ request })),
    requests
      .chain((request) => directCall(row, one.endpoint, request, inject('originSecret')))
      .map((call) => ({ call })),
  );
}

function foreignIds(stranger: Stranger): Readonly<Record<string, string | number>> {
  const { workspace, trigger, instance, group } = belongingsOf(stranger);
  return {
    userId: stranger.userId,
    workspaceId: workspace,
    workspace,
    id: trigger,
    triggerId: trigger,
    instanceId: instance,
    referenceInstanceId: instance,
    groupId: group,
  };
}

/** A valid request for each field and each hostile value, in the gate for a third of the values of each field. */
export function eachFieldChanged({ me }: Sides, one: NamedEndpoint): HostileRequest[] {
  const { right, fields } = rightRequest(me, one);
  if (one.endpoint.body === undefined) return [];
  return Object.keys(fields).flatMap((name, place) =>
    hostileValues.flatMap((value, at) => {
      if (!isDeep && (place + at) % 3 !== 0) return [];
      // A taken name would hide the other checks.
      const own = 'name' in fields ? { name: `Never taken ${place} ${at}` } : {};
      const body = Buffer.from(JSON.stringify({ ...fields, ...own, [name]: value }));
      return { request: { ...right, body, headers: [...right.headers, ['content-length', String(body.length)]] } };
    }),
  );
}

/** Returns an empty list if the response is valid. */
export async function faultsOf(
  { stranger }: Sides,
  { endpoint }: NamedEndpoint,
  shot: HostileRequest,
): Promise<string[]> {
  const { appUrl } = inject('stack');
  if ('call' in shot) {
    const answer = await callDirectly(appUrl, shot.call);
    return answer === 'threw' ? ['the function threw'] : faults(endpoint, answer, stranger.secrets);
  }
  const { method, target } = shot.request;
  const answer = await sendRaw(appUrl, shot.request);
  if (!answer) return isWhole(shot.request) ? ['the connection ended without an answer'] : [];
  return faults(reached(method, target)?.endpoint, answer, stranger.secrets, { method, target });
}
