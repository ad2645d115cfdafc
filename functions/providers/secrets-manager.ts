import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';
import { retryTransient, Transient, type Waiting } from '#functions/platform/time/retry.ts';

import { awsSignature, type AwsCredentials } from './aws-signature.ts';
import type { Http, HttpReply } from './http.ts';

type Deps = Waiting & {
  http: Http;
  credentials: () => AwsCredentials | undefined | Promise<AwsCredentials | undefined>;
  region: string;
  /** Absent on AWS. */
  endpoint?: string | undefined;
  now: () => Date;
};

/** Returns undefined if the secret does not exist. Throws an error with the name that AWS gives it. */
export type ReadFromManager = (id: string) => Promise<string | undefined>;

const timeoutMs = 2_500;

/**
 * Secrets that are requested in the same turn of the event loop are read with one call, which may name 20.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_BatchGetSecretValue.html
 */
export function createSecretsManager(deps: Deps): ReadFromManager {
  let next: { ids: string[]; values: Promise<Found> } | undefined;
  const collect = (): NonNullable<typeof next> => {
    const ids: string[] = [];
    const values = Promise.resolve().then(() => {
      next = undefined;
      return readAll(deps, ids);
    });
    return { ids, values };
  };
  return async (id) => {
    next ??= collect();
    next.ids.push(id);
    return (await next.values)(id);
  };
}

/** Throws for a secret that could not be read. */
type Found = (id: string) => string | undefined;

const answer = z.object({
  SecretValues: z._default(z.array(z.object({ Name: z.string(), SecretString: z.optional(z.string()) })), []),
  Errors: z._default(
    z.array(z.object({ SecretId: z.string(), ErrorCode: z.string(), Message: z._default(z.string(), 'no message') })),
    [],
  ),
});

async function readAll(deps: Deps, ids: readonly string[]): Promise<Found> {
  const { SecretValues, Errors } = answer.parse(await callManager(deps, JSON.stringify({ SecretIdList: ids })));
  const values = new Map(SecretValues.map(({ Name, SecretString }) => [Name, SecretString]));
  const errors = new Map(Errors.map((error) => [error.SecretId, error]));
  return (id) => {
    if (values.has(id)) return values.get(id);
    const error = errors.get(id);
    if (error?.ErrorCode === 'ResourceNotFoundException') return undefined;
    throw error
      ? errorNamed(error.ErrorCode, `${id}: ${error.Message}`)
      : errorNamed('SecretNotAnswered', `${id} is not in the answer.`);
  };
}

const callManager = (deps: Deps, body: string): Promise<unknown> =>
  retryTransient(deps, { tries: 3, firstPauseMs: 50 }, async () => {
    const reply = await send(deps, body);
    if (reply.outcome === 'reply' && reply.status === 200) return json(reply.body);
    const error = failure(reply);
    if (isTransient(reply, error)) return new Transient(error);
    throw error;
  });

async function send({ http, region, endpoint, now, ...deps }: Deps, body: string): Promise<HttpReply> {
  const credentials = await deps.credentials();
  if (!credentials) throw errorNamed('CredentialsProviderError', 'There are no AWS credentials.');
  const call = {
    method: 'POST',
    url: endpoint ?? `https://secretsmanager.${region}.amazonaws.com/`,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.BatchGetSecretValue' },
    body,
  } as const;
  const signature = awsSignature(call, { credentials, region, service: 'secretsmanager', now: now() });
  return http({ ...call, headers: { ...call.headers, ...signature }, timeoutMs });
}

const refusal = z.object({ __type: z.string(), message: z.optional(z.string()), Message: z.optional(z.string()) });
/** `z.catch` would add 8 kB to each bundle. */
const unknownRefusal: z.output<typeof refusal> = { __type: 'UnknownError' };

function failure(reply: HttpReply): Error {
  if (reply.outcome !== 'reply')
    return errorNamed('TimeoutError', `Secrets Manager did not answer (${reply.outcome}).`);
  const { __type: type, message, Message = message } = refusal.safeParse(json(reply.body)).data ?? unknownRefusal;
  // The type may have a namespace in front: "com.amazonaws.secretsmanager#ResourceNotFoundException".
  return errorNamed(type.split('#').at(-1) ?? type, Message ?? `Secrets Manager answered ${reply.status}.`);
}

const isTransient = (reply: HttpReply, { name }: Error): boolean =>
  reply.outcome !== 'reply' || reply.status >= 500 || reply.status === 429 || /Throttl|TooManyRequests/.test(name);

const errorNamed = (name: string, message: string): Error => Object.assign(new Error(message), { name });
