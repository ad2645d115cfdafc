import * as z from 'zod/mini';

import { identifier } from '#functions/providers/text-limits.ts';

import type { EchoedFields } from '../messages/skill-messages.ts';

const text = z.string().check(z.minLength(1));
const scope = z.object({ type: z.enum(['BearerToken', 'BearerTokenWithPartition']), token: text });
const id = identifier.check(z.minLength(1));
const header = z.object({
  namespace: id,
  name: id,
  messageId: id,
  payloadVersion: text,
  correlationToken: z.optional(text),
});
const grant = z.object({ code: text });

const envelope = z.object({ directive: z.object({ header }) });
const acceptGrant = z.object({ directive: z.object({ payload: z.object({ grant, grantee: scope }) }) });
const discovery = z.object({ directive: z.object({ payload: z.object({ scope }) }) });
const aboutEndpoint = z.object({ directive: z.object({ endpoint: z.object({ endpointId: text, scope }) }) });
/** The fields that the response repeats even if the directive is malformed. */
const repeatable = z.object({
  directive: z.object({
    header: z.optional(z.object({ correlationToken: z.optional(text) })),
    endpoint: z.optional(z.object({ endpointId: z.optional(text) })),
  }),
});

export type Directive = { name: string; about: EchoedFields } & (
  | { kind: 'acceptGrant'; granteeToken: string; code: string }
  | { kind: 'acceptGrantMalformed' }
  | { kind: 'discover'; token: string }
  | { kind: 'endpoint'; token: string; endpointId: string; messageId: string }
  | { kind: 'malformed' }
);

/** https://developer.amazon.com/docs/device-apis/message-guide.html */
export function readDirective(event: unknown): Directive {
  const about = aboutOf(event);
  const { data } = envelope.safeParse(event);
  if (!data) return { kind: 'malformed', name: 'unreadable', about };
  const { namespace, name: short, payloadVersion, messageId } = data.directive.header;
  const name = `${namespace} ${short}`;
  const rightVersion = payloadVersion === '3';

  if (name === 'Alexa.Authorization AcceptGrant') {
    const payload = acceptGrant.safeParse(event).data?.directive.payload;
    if (!payload || !rightVersion) return { kind: 'acceptGrantMalformed', name, about };
    return { kind: 'acceptGrant', name, about, granteeToken: payload.grantee.token, code: payload.grant.code };
  }
  if (!rightVersion) return { kind: 'malformed', name, about };
  if (name === 'Alexa.Discovery Discover') {
    const payload = discovery.safeParse(event).data?.directive.payload;
    return payload ? { kind: 'discover', name, about, token: payload.scope.token } : { kind: 'malformed', name, about };
  }
  const endpoint = aboutEndpoint.safeParse(event).data?.directive.endpoint;
  if (!endpoint) return { kind: 'malformed', name, about };
  const { endpointId } = endpoint;
  return { kind: 'endpoint', name, about, token: endpoint.scope.token, endpointId, messageId };
}

function aboutOf(event: unknown): EchoedFields {
  const directive = repeatable.safeParse(event).data?.directive;
  return { endpointId: directive?.endpoint?.endpointId, correlationToken: directive?.header?.correlationToken };
}
