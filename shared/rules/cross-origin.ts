/**
 * What pages of any origin may read: addresses that a secret opens and no cookie, and documents for everybody.
 * https://fetch.spec.whatwg.org/#http-cors-protocol
 */
const open = /^\/(?:prod\/(?:trigger|findings)\/|api\/(?:status(?:\/days)?|openapi\.json)$)/;

export const isForAnyOrigin = (path: string): boolean => open.test(path);

/** Of these, browsers ask before a call; the others only read, without headers of their own. */
export const isPreflight = (method: string | undefined, path: string): boolean =>
  method === 'OPTIONS' && path.startsWith('/prod/') && isForAnyOrigin(path);

/** PUT, PATCH and DELETE, so that the page can read their 405. */
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

/** Chromium keeps the answer to a preflight no longer. */
export const preflightSeconds = 7200;

/** Without `Access-Control-Allow-Credentials`: cookies mean nothing here. */
export const crossOriginAnswer = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
} as const;

/** `*` also lets in what tracing adds to each call, but never `Authorization`. The last one lets a public page call a product in a home network: https://wicg.github.io/private-network-access/ */
export const preflightAnswer = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': crossOriginMethods.join(', '),
  'access-control-allow-headers': [...crossOriginHeaders, '*'].join(', '),
  'access-control-max-age': String(preflightSeconds),
  'access-control-allow-private-network': 'true',
} as const;
