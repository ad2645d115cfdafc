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
type Found = (id: string) => string | undefined | Promise<string | undefined>;

const answer = z.object({
  SecretValues: z._default(z.array(z.object({ Name: z.string(), SecretString: z.optional(z.string()) })), []),
  Errors: z._default(
    z.array(z.object({ SecretId: z.string(), ErrorCode: z.string(), Message: z._default(z.string(), 'no message') })),
    [],
  ),
});

/**
 * The quota of the common call is 100 a second for the account in a region, and cannot be raised. A burst of 400 webhooks
 * may start more processes than that. Each secret is then read with its own call, whose quota is 10,000 a second.
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/reference_limits.html
 */
async function readAll(deps: Deps, ids: readonly string[]): Promise<Found> {
  const together = callManager(deps, 'BatchGetSecretValue', { SecretIdList: ids }).then((reply) => answer.parse(reply));
  const found = await together.catch(unlessNamed(throttled));
  if (!found) return (id) => readOne(deps, id);
  const values = new Map(found.SecretValues.map(({ Name, SecretString }) => [Name, SecretString]));
  const errors = new Map(found.Errors.map((error) => [error.SecretId, error]));
  return (id) => {
    if (values.has(id)) return values.get(id);
    const error = errors.get(id);
    if (error?.ErrorCode === missing) return undefined;
    throw error
      ? errorNamed(error.ErrorCode, `${id}: ${error.Message}`)
      : errorNamed('SecretNotAnswered', `${id} is not in the answer.`);
  };
}

const oneAnswer = z.object({ SecretString: z.optional(z.string()) });

const readOne = (deps: Deps, id: string): Promise<string | undefined> =>
  callManager(deps, 'GetSecretValue', { SecretId: id })
    .then((reply) => oneAnswer.parse(reply).SecretString)
    .catch(unlessNamed(missing));

const missing = 'ResourceNotFoundException';
const throttled = 'ThrottlingException';

/** Returns undefined for the named error and throws others. */
const unlessNamed =
  (name: string) =>
  (error: unknown): undefined => {
    if (!(error instanceof Error && error.name === name)) throw error;
  };

type Action = 'BatchGetSecretValue' | 'GetSecretValue';

const callManager = (deps: Deps, action: Action, content: object): Promise<unknown> =>
  retryTransient(deps, { tries: 3, firstPauseMs: 50 }, async () => {
    const reply = await send(deps, action, JSON.stringify(content));
    if (reply.outcome === 'reply' && reply.status === 200) return json(reply.body);
    const error = failure(reply);
    if (isTransient(reply, error, action)) return new Transient(error);
    throw error;
  });

async function send({ http, region, endpoint, now, ...deps }: Deps, action: Action, body: string): Promise<HttpReply> {
  const credentials = await deps.credentials();
  if (!credentials) throw errorNamed('CredentialsProviderError', 'There are no AWS credentials.');
  const call = {
    method: 'POST',
    url: endpoint ?? `https://secretsmanager.${region}.amazonaws.com/`,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `secretsmanager.${action}` },
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
  const name = type.split('#').at(-1) ?? type;
  const isThrottled = reply.status === 429 || /Throttl|TooManyRequests/.test(name);
  return errorNamed(isThrottled ? throttled : name, Message ?? `Secrets Manager answered ${reply.status}.`);
}

/** A common call that was throttled is not repeated: `readAll` then reads each secret. */
const isTransient = (reply: HttpReply, { name }: Error, action: Action): boolean =>
  reply.outcome !== 'reply' || reply.status >= 500 || (name === throttled && action === 'GetSecretValue');

const errorNamed = (name: string, message: string): Error => Object.assign(new Error(message), { name });
