import { inject } from 'vitest';
import * as z from 'zod/mini';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';

const client = () => sandboxClient(inject('stack').sandboxUrl ?? '');

type Switches = {
  grant?: 'before' | 'after' | 'held' | 'never';
  says?: 'what is' | 'failed';
  statusWhenEnabled?: 201 | 409;
  grantsWhenEnabled?: boolean;
  endpoints?: ('NA' | 'EU' | 'FE')[];
  events?: 'sent' | 'held' | 'twice' | 'missing';
  tokens?: 'ended' | 'kept';
};

async function order(name: string, body: object): Promise<void> {
  const { status, text } = await client().json(`/alexa/_${name}`, body);
  if (status !== 200) throw new Error(`Alexa did not take the order ${name}: ${text}`);
}

/** Sets how Alexa enables the skill for this user from now on. */
export const enablingOf = (person: string, switches: Switches): Promise<void> =>
  order('enablement', { person, ...switches });

/** Sends the held grant and waits for the skill. */
export const releaseGrant = (person: string): Promise<void> => order('release', { person, what: 'grant' });
export const releaseEvents = (person: string): Promise<void> => order('release', { person, what: 'events' });

/** Sets how the store offers the skill to this user. */
export const skillFor = (person: string, skill: { countries: string[] }): Promise<void> =>
  order('skill', { person, ...skill });

const call = z.object({
  method: z.string(),
  path: z.string(),
  person: z.optional(z.string()),
  status: z.union([z.number(), z.literal('cut'), z.null()]),
  body: z.unknown(),
});
const enabling = z.object({ accountLinkRequest: z.object({ authCode: z.string() }) });

/** Calls to Alexa that enable, query or disable the skill for this user, oldest first. */
export async function enablementCalls(person: string, { sandboxUrl = '' } = inject('stack')) {
  const heard = z.parse(z.array(call), (await sandboxClient(sandboxUrl).get('/alexa/_heard')).body);
  return heard
    .toReversed()
    .filter((one) => one.person === person && one.path.endsWith('/enablement'))
    .map(({ method, path, status, body }) => ({
      method,
      path,
      status,
      code: enabling.safeParse(body).data?.accountLinkRequest.authCode,
    }));
}

/** Each code that Alexa received for this user, including repetitions. */
export async function codesSent(person: string): Promise<string[]> {
  return (await enablementCalls(person)).flatMap(({ method, code }) => (method === 'POST' ? [code ?? ''] : []));
}

const bearer = z.object({
  person: z.optional(z.string()),
  headers: z.object({ authorization: z.optional(z.string()) }),
});

/** Tokens that Alexa received for this user. */
export async function tokensShown(person: string): Promise<string[]> {
  const heard = z.parse(z.array(bearer), (await client().get('/alexa/_heard')).body);
  return heard.flatMap((one) => (one.person === person ? [one.headers.authorization?.split(' ')[1] ?? ''] : []));
}
