import * as z from 'zod/mini';

/** Parts of Amazon's documentation that its schema lacks: SimpleEventSource (capability and event) and DeleteReport. */
const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const endpointId = z.string().check(z.regex(/^[\w-]{1,256}$/));
const scope = z.strictObject({ type: z.literal('BearerToken'), token: z.string().check(z.minLength(1)) });
const text = z.strictObject({
  '@type': z.literal('text'),
  value: z.strictObject({
    text: z.string().check(z.minLength(1)),
    locale: z.enum(['en-US', 'pt-BR', 'es-ES', 'es-MX', 'es-US']),
  }),
});
const texts = z.array(text).check(z.minLength(1));

export const simpleEventSource = z.strictObject({
  type: z.literal('AlexaInterface'),
  interface: z.literal('Alexa.SimpleEventSource'),
  version: z.literal('1.0'),
  instance: endpointId,
  capabilityResources: z.strictObject({ friendlyNames: texts }),
  configuration: z.strictObject({
    supportedEvents: z
      .array(z.strictObject({ id: z.string().check(z.regex(/^[\w.]{1,64}$/)), friendlyNames: texts }))
      .check(z.minLength(1)),
  }),
});

export const deleteReport = z.strictObject({
  event: z.strictObject({
    header: z.strictObject({
      namespace: z.literal('Alexa.Discovery'),
      name: z.literal('DeleteReport'),
      messageId: uuid,
      payloadVersion: z.literal('3'),
    }),
    payload: z.strictObject({
      endpoints: z.array(z.strictObject({ endpointId })).check(z.minLength(1), z.maxLength(30)),
      scope,
    }),
  }),
});

export const simpleEvent = z.strictObject({
  event: z.strictObject({
    header: z.strictObject({
      namespace: z.literal('Alexa.SimpleEventSource'),
      name: z.literal('Event'),
      instance: endpointId,
      messageId: uuid,
      payloadVersion: z.literal('1.0'),
    }),
    endpoint: z.strictObject({ scope, endpointId }),
    payload: z.strictObject({ id: z.literal('Run'), timestamp: z.iso.datetime() }),
  }),
});
