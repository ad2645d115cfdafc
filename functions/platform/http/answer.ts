import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { isTableBusy } from '#functions/platform/table-busy.ts';
import { Refusal, refusals } from '#shared/refusals.ts';

import { SealUnavailable } from '../secrets/seal.ts';
import { SecretUnavailable } from '../secrets/secrets.ts';
import type { Route } from './request-context.ts';

type Result = APIGatewayProxyStructuredResultV2;

/** Never take `to` from a request. */
export const redirectTo = (to: string): Result => ({ statusCode: 302, headers: { location: to } });

/** Omits fields that the contract does not name. */
export function success({ name, endpoint }: Route, answer: unknown): Result {
  const { reply, status, attachment } = endpoint;
  if (reply === undefined) return { statusCode: 204 };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Handlers` requires this type for these rows
  if (reply === 'redirect' || reply === 'raw') return answer as Result;
  const parsed = reply.safeParse(answer);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(' ');
    throw new Error(`The reply of ${name} breaks its contract: ${fields}`);
  }
  const result = jsonResult(status ?? 200, parsed.data);
  if (attachment === undefined) return result;
  return { ...result, headers: { ...result.headers, 'content-disposition': `attachment; filename="${attachment}"` } };
}

export function refusalResult(refusal: Refusal): Result {
  const { code, fields, retryAfterSeconds, status } = refusal;
  const body = { error: refusals[code][1], errorKey: code, ...(fields && { fields }) };
  const result = jsonResult(status, body);
  const headers = {
    ...result.headers,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
  };
  return { ...result, headers };
}

/** Unexpected errors become `server.failed`. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const isTransient = isTableBusy(error) || error instanceof SecretUnavailable || error instanceof SealUnavailable;
  if (isTransient) return new Refusal('server.busy', { retryAfterSeconds: 5, cause: error });
  return new Refusal('server.failed', { cause: error });
}

const jsonResult = (statusCode: number, body: unknown): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** A cached response must be the same for every caller and must not set cookies. */
export const finishResult = (
  result: Result,
  requestId: string,
  cookies: readonly string[],
  cacheSeconds?: number,
): Result => ({
  ...result,
  headers: {
    ...result.headers,
    'cache-control': cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`,
    'x-request-id': requestId,
  },
  ...(cookies.length > 0 && { cookies: [...(result.cookies ?? []), ...cookies] }),
});
