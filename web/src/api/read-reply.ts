import * as z from 'zod/mini';

import { ApiError } from './api-error.ts';

/** Maximum length of quoted plain text, in characters. */
const quoted = 100;

const failure = z.object({
  error: z.optional(z.string()),
  message: z.optional(z.string()),
  errorKey: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
});

/** Returns undefined for a successful reply without a body. Throws an `ApiError` for every failed reply. */
export async function readReply(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw refusedBy(response, text);
  if (response.status === 204 || (response.status !== 200 && text === '')) return undefined;
  if (!isJson(response)) throw new ApiError('notJson', response.status, 'invalid response from server');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('unreadable', response.status, 'error processing server response', { cause });
  }
}

function refusedBy(response: Response, text: string): ApiError {
  const { status, statusText } = response;
  const body = isJson(response) ? parseFailure(text) : undefined;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const details = {
    errorKey: body?.errorKey,
    ...(body?.fields && { fields: body.fields }),
    ...(Number.isFinite(wait) && { retryAfter: wait }),
  };
  if (!body && text !== '') {
    const detail = text.slice(0, quoted);
    return new ApiError('plainText', status, `An error occurred ${status}: ${detail}`, { ...details, detail });
  }
  const said = body?.error ?? body?.message;
  if (said !== undefined) return new ApiError('refused', status, said, details);
  return new ApiError('bareStatus', status, `Error ${status}: ${statusText}`, { ...details, detail: statusText });
}

function parseFailure(text: string): z.output<typeof failure> | undefined {
  try {
    const body = failure.safeParse(JSON.parse(text));
    return body.success ? body.data : {};
  } catch {
    return undefined;
  }
}

const isJson = (response: Response): boolean => /\bjson\b/i.test(response.headers.get('content-type') ?? '');
