import { inject } from 'vitest';
import * as z from 'zod/mini';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';

const client = () => sandboxClient(inject('stack').sandboxUrl ?? '');

/** `match` and `matchBody` exclude the calls of other journeys. */
type Misbehaviour = {
  next?: number;
  status?: number;
  code?: string;
  delayMs?: number;
  cut?: 'before' | 'after';
  body?: string;
  match?: string;
  matchBody?: string;
  person?: string;
  idToken?: Record<string, unknown>;
};

export async function misbehave(provider: 'amazon' | 'google' | 'alexa', how: Misbehaviour): Promise<void> {
  const { status, text } = await client().json(`/${provider}/_misbehave`, how);
  if (status !== 200) throw new Error(`${provider} did not take the order: ${text}`);
}

/** Limited to calls with a token or code of this user. */
export const misbehaveFor = (
  provider: 'amazon' | 'alexa',
  person: string,
  how: Omit<Misbehaviour, 'person'>,
): Promise<void> => misbehave(provider, { ...how, person });

/** Does not affect reports about the device, which are sent in the background. */
export const misbehaveOnEvents = (deviceId: string, how: Omit<Misbehaviour, 'match' | 'matchBody'>): Promise<void> =>
  misbehave('alexa', { ...how, matchBody: `"endpointId":"${deviceId}"},"payload"` });

/** Amazon redirects the browser with this error at the user's next authorization. */
export async function refuseAuthorization(person: string, error: string): Promise<void> {
  const { status, text } = await client().json('/amazon/_authorization', { person, error });
  if (status !== 200) throw new Error(`Amazon did not take the order: ${text}`);
}

/** Expires tokens an hour early: those for events, or those of directives. */
export async function expireTokens(person: string, of: 'skill' | 'web' = 'skill'): Promise<void> {
  await client().json('/amazon/_expire', { person, client: of });
}

export async function revokeGrant(person: string): Promise<void> {
  await client().json('/amazon/_revoke', { person, client: 'skill' });
}

const heard = z.array(
  z.object({ path: z.string(), body: z.unknown(), status: z.union([z.number(), z.literal('cut'), z.null()]) }),
);
/** An event, as opposed to a report about the device. */
const gatewayEvent = z.object({
  event: z.object({
    header: z.object({ namespace: z.literal('Alexa.SimpleEventSource'), messageId: z.string() }),
    endpoint: z.object({ endpointId: z.string() }),
  }),
});
const renewals = z.array(
  z.object({
    person: z.optional(z.string()),
    body: z.catch(z.object({ grant_type: z.optional(z.string()) }), {}),
  }),
);

const question = z.object({
  path: z.string(),
  query: z.object({ access_token: z.optional(z.string()) }),
  headers: z.object({ authorization: z.optional(z.string()) }),
});

/** Paths in alphabetical order. */
export async function questionsAbout(token: string): Promise<string[]> {
  const calls = z.parse(z.array(question), (await client().get('/amazon/_heard')).body);
  return calls
    .filter(({ query, headers }) => query.access_token === token || headers.authorization?.endsWith(` ${token}`))
    .map(({ path }) => path)
    .toSorted();
}

const credentials = z.object({
  query: z.object({ access_token: z.optional(z.string()) }),
  headers: z.object({ authorization: z.optional(z.string()) }),
  body: z.catch(z.object({ code: z.optional(z.string()), refresh_token: z.optional(z.string()) }), {}),
});

/** Every code and token that Amazon has received so far. */
export async function credentialsHeard(): Promise<string[]> {
  const calls = z.parse(z.array(credentials), (await client().get('/amazon/_heard')).body);
  const shown = calls.flatMap(({ query, headers, body }) => [
    query.access_token,
    headers.authorization?.split(' ')[1],
    body.code,
    body.refresh_token,
  ]);
  return shown.filter((one) => one !== undefined);
}

type GatewayEvent = { messageId: string; path: string; status: number | 'cut' | null };

/** Includes failed attempts, oldest first. */
export async function eventsFor(deviceId: string): Promise<GatewayEvent[]> {
  const calls = z.parse(heard, (await client().get('/alexa/_heard')).body);
  return calls.toReversed().flatMap(({ body, path, status }) => {
    const { success, data } = gatewayEvent.safeParse(body);
    if (!success || data.event.endpoint.endpointId !== deviceId) return [];
    return [{ messageId: data.event.header.messageId, path, status }];
  });
}

/** Requests with a refresh token of this user, including refused ones. */
export async function renewalsHeard(person: string): Promise<number> {
  const calls = z.parse(renewals, (await client().get('/amazon/_heard')).body);
  return calls.filter((call) => call.person === person && call.body.grant_type === 'refresh_token').length;
}
