/**
 * Paths that pages of any origin may read: public documents, and addresses that need a secret instead of a cookie.
 * https://fetch.spec.whatwg.org/#http-cors-protocol
 */
const openPaths = /^\/(?:prod\/(?:trigger|findings)\/|api\/(?:status(?:\/days)?|openapi\.json)$)/;

export const isForAnyOrigin = (path: string): boolean => openPaths.test(path);

/** Only paths below `/prod/` have preflights, because callers of the others send no custom headers. */
export const isPreflight = (method: string | undefined, path: string): boolean =>
  method === 'OPTIONS' && path.startsWith('/prod/') && isForAnyOrigin(path);

/** Includes PUT, PATCH and DELETE so that the page can read the 405 response. */
export const crossOriginMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const crossOriginHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Prefer',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
] as const;

export const exposedHeaders = [
  'Allow',
  'Idempotency-Replayed',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
] as const;

/** Chromium caches a preflight response for at most two hours. */
export const preflightSeconds = 7200;

/** Without `Access-Control-Allow-Credentials`, because these paths ignore cookies. */
export const crossOriginAnswer = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
} as const;

/**
 * `*` allows the headers that tracing tools add, but never covers `Authorization`. The last header lets a public page
 * call an installation in a home network: https://wicg.github.io/private-network-access/
 */
export const preflightAnswer = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': crossOriginMethods.join(', '),
  'access-control-allow-headers': [...crossOriginHeaders, '*'].join(', '),
  'access-control-max-age': String(preflightSeconds),
  'access-control-allow-private-network': 'true',
} as const;
