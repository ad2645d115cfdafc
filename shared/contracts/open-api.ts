import * as z from 'zod/mini';

import { productName } from '../product.ts';
import type { Contract, Endpoint } from './endpoint.ts';
import { mayRefuseWith, refusalContent, refusalResponses, refusalSchemas } from './open-api-refusals.ts';

type Json = Readonly<Record<string, unknown>>;

/** https://spec.openapis.org/oas/v3.1.1.html */
export type OpenApiDocument = {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'responses' | 'securitySchemes', Json>;
};

export type Operation = {
  operationId: string;
  summary: string;
  security: readonly Json[];
  parameters?: readonly Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
};

export const openApiDocument = (contracts: readonly Contract[], version: string): OpenApiDocument => ({
  openapi: '3.1.1',
  info: { title: productName, version, description: apiDescription },
  paths: pathsOf(contracts.flatMap((contract) => Object.entries(contract))),
  components: { schemas: refusalSchemas, responses: refusalResponses, securitySchemes },
});

const apiDescription =
  'A page of any origin may call `/prod/trigger/` and `/prod/findings/` and read the answers and their headers, without credentials: `OPTIONS` is 204, and runs nothing. All other calls are for programs and for our own pages. Every address below `/prod/` answers a method that it does not have with 405, `Allow` and the key `request.methodNotAllowed`. `HEAD` is answered like `GET` without a body wherever no cookie is needed, but at webhooks and their runs with 204.';

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-session', description: 'Set by signing in.' },
  webhookToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description:
      'The secret of a workspace, or of one of its access keys. Spaces, line ends, quotes and its scheme around it are ignored, and it may be user or password of Basic. Of several secrets the first valid one counts; four are looked at, where all tokens of the workspace are one.',
  },
  webhookBearer: { type: 'http', scheme: 'bearer', description: 'The same secret, out of the address.' },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Standard Webhooks, with the secret of the access key that `key` in the address names: `webhook-id` (also the idempotency key), `webhook-timestamp` (within 5 minutes) and `webhook-signature` (`v1,` and the signature).',
  },
} as const;

function pathsOf(endpoints: readonly (readonly [name: string, endpoint: Endpoint])[]): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, endpoint] of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return paths;
}

function operation(name: string, endpoint: Endpoint): Operation {
  const parameters = [...inPath(endpoint), ...inQuery(endpoint), ...inHeaders(endpoint)];
  return {
    operationId: name,
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: requestBodyOf(endpoint.body) }),
    responses: { ...refusalsOf(endpoint), ...successesOf(endpoint) },
  };
}

/** Keys of other kinds, such as the signatures of vendors, have no security scheme here. */
function securityOf(endpoint: Endpoint): readonly Json[] {
  if (endpoint.access === 'session') return [{ session: [] }];
  if (endpoint.pass) return [{ webhookBearer: [] }];
  if (!takesToken(endpoint)) return [];
  return [{ webhookToken: [] }, { webhookBearer: [] }, ...(takesSignature(endpoint) ? [{ webhookSignature: [] }] : [])];
}

const requestBodyOf = (body: z.ZodMiniType): Json => ({
  required: !body.safeParse(undefined).success,
  content: json(schemaOf(body, 'input')),
});

const takesToken = (endpoint: Endpoint): boolean =>
  endpoint.access === 'key' && fieldsOf(endpoint.query).some(([name]) => name === securitySchemes.webhookToken.name);

const takesSignature = ({ query }: Endpoint): boolean => fieldsOf(query).some(([name]) => name === 'key');

const inPath = ({ params }: Endpoint): Json[] =>
  fieldsOf(params).map(([name, schema]) => ({ name, in: 'path', required: true, schema }));

/** The token is already a security scheme. */
const inQuery = (endpoint: Endpoint): Json[] =>
  fieldsOf(endpoint.query)
    .filter(([name]) => !(takesToken(endpoint) && name === securitySchemes.webhookToken.name))
    .map(([name, schema, required]) => ({ name, in: 'query', required, schema }));

const inHeaders = (endpoint: Endpoint): Json[] => [
  ...(endpoint.scope === 'workspace'
    ? [header('X-Workspace-Id', 'The workspace that is meant; without it, the current one.', { type: 'string' })]
    : []),
  ...(endpoint.fires
    ? [
        header(
          'Idempotency-Key',
          'The same key within 24 hours runs once, and gets the first answer again, with `Idempotency-Replayed: true`.',
          {
            type: 'string',
            minLength: 1,
            maxLength: 128,
          },
        ),
        header(
          'Prefer',
          '`wait=8`: where the routine confirms runs, the answer waits up to 8 seconds for it. `Preference-Applied` says how many seconds were given.',
          { type: 'string' },
        ),
      ]
    : []),
];

const header = (name: string, description: string, schema: Json): Json => ({ name, in: 'header', description, schema });

function fieldsOf(schema: z.ZodMiniType | undefined): [name: string, schema: Json, required: boolean][] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, field]) => [
    name,
    typeof field === 'boolean' ? {} : field,
    required.includes(name),
  ]);
}

/** Responses may gain fields, and clients must accept them. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...found } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // The format already implies the pattern.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return found;
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

function successesOf({ reply, status, answers, fires }: Endpoint): Record<string, Json> {
  if (reply === undefined) return { 204: { description: 'Done' } };
  if (reply === 'redirect') {
    return {
      204: { description: 'Nothing was done, as a browser fetched the address ahead' },
      302: { description: 'To the next page; a refusal ends on a page of the app' },
    };
  }
  if (reply === 'raw') return rawAnswers(answers ?? {}, fires ? rateLimitHeaders : undefined);
  return { [status ?? 200]: { description: 'Done', content: json(schemaOf(reply, 'output')) } };
}

/** The run happens later, so no limit has counted it yet. */
const planned = '202';
/** The run reached Alexa or may have reached it. */
const statusesThatWait: ReadonlySet<string> = new Set(['200', '504']);
const preferenceApplied = {
  'Preference-Applied': {
    description: '`wait=8`: the answer waited up to 8 seconds for the routine; absent where it did not wait.',
    schema: { type: 'string' },
  },
} as const satisfies Json;

const replayed = {
  'Idempotency-Replayed': {
    description: '`true`: the answer to an earlier call with the same key; nothing ran this time. Absent otherwise.',
    schema: { type: 'string' },
  },
} as const satisfies Json;

const awaitedHeaders = { ...preferenceApplied, ...replayed };

/** Sent for runs that count towards a limit or that a limit refused. */
const rateLimitHeaders = {
  'RateLimit-Policy': {
    description:
      'How often the trigger may run: `"trigger";q=30;w=60` is 30 times in each minute of the clock. `"workspace"` is for the runs of all its triggers. Absent where nothing was counted and no limit refused: checks, readings, plans, repetitions, what conditions refuse, and calls that were turned away before.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'How often it still may, and in how many seconds that minute ends: `"trigger";r=29;t=42, "workspace";r=119;t=42`.',
    schema: { type: 'string' },
  },
} as const satisfies Json;

function rawAnswers(answers: NonNullable<Endpoint['answers']>, headers: Json | undefined): Record<string, Json> {
  const described = Object.entries(answers).map(([status, schema]): [string, Json] => {
    if (schema === 'empty') return [status, { description: 'Nothing was done' }];
    if (schema === 'page') return [status, { description: 'A page', content: { 'text/html': {} } }];
    const own = schemaOf(schema, 'output');
    const refused = refusalResponses[`Refusal${status}`];
    const said =
      headers && (status === planned ? replayed : { ...headers, ...(statusesThatWait.has(status) && awaitedHeaders) });
    const content = refusalContent(Number(status), [own]);
    if (refused) return [status, { ...refused, ...withHeaders(refused['headers'], said), content }];
    return [status, { description: 'Done', ...withHeaders(undefined, said), content: json(own) }];
  });
  return Object.fromEntries(described);
}

const withHeaders = (own: unknown, more: Json | undefined): Json =>
  more === undefined ? {} : { headers: { ...Object(own), ...more } };

const refusalsOf = (endpoint: Endpoint): Record<string, Json> =>
  Object.fromEntries(
    mayRefuseWith(endpoint).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  );
