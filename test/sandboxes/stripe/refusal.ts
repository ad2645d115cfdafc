import { json, type Reply } from '../kit.ts';

/** The body of Stripe's errors. https://docs.stripe.com/api/errors */
type RefusalBody = {
  status?: number;
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  code?: string | undefined;
  declineCode?: string;
  param?: string | undefined;
};

/** The API wrapper formats it as `{error: {...}}`. */
export class StripeRefusal extends Error {
  readonly details: RefusalBody;
  constructor(message: string, details: RefusalBody = {}) {
    super(message);
    this.details = details;
  }
}

export function missing(what: string, id: string, param = 'id'): StripeRefusal {
  // Stripe answers 404 only if the path itself contains the object's id.
  return new StripeRefusal(`No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param,
    status: param === 'id' ? 404 : 400,
  });
}

export function wrong(message: string, param?: string, code?: string): StripeRefusal {
  return new StripeRefusal(message, { param, code });
}

export function declined(declineCode: string): StripeRefusal {
  const message =
    declineCode === 'authentication_required'
      ? 'Your card was declined. This transaction requires authentication.'
      : 'Your card was declined.';
  return new StripeRefusal(message, { status: 402, type: 'card_error', code: 'card_declined', declineCode });
}

export function refusalReply(refusal: StripeRefusal, headers: Record<string, string> = {}): Reply {
  const { status = 400, type = 'invalid_request_error', code, declineCode, param } = refusal.details;
  const error = {
    ...(code !== undefined && { code, doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}` }),
    ...(declineCode !== undefined && { decline_code: declineCode }),
    message: refusal.message,
    ...(param !== undefined && { param }),
    type,
  };
  return json(status, { error }, headers);
}

const byStatus: Record<number, { message: string; details: RefusalBody }> = {
  400: { message: 'Invalid request', details: {} },
  401: { message: 'Invalid API Key provided: local-******', details: {} },
  402: { message: 'Your card was declined.', details: { type: 'card_error', code: 'card_declined' } },
  403: { message: 'The provided key does not have the required permissions for this endpoint.', details: {} },
  404: { message: 'No such object', details: { code: 'resource_missing', param: 'id' } },
  409: {
    message: 'There is currently another in-progress request using this Stripe API key.',
    details: { code: 'lock_timeout' },
  },
  429: { message: 'Request rate limit exceeded.', details: { code: 'rate_limit' } },
};

export function failAsOrdered({ status, code }: { status?: number | undefined; code?: string | undefined }): Reply {
  const statusOfCode = code === 'rate_limit' ? 429 : code === 'card_declined' ? 402 : (status ?? 400);
  const wanted = status ?? (code === undefined ? 500 : statusOfCode);
  const row = byStatus[wanted] ?? {
    message: wanted >= 500 ? 'An unknown error occurred.' : 'Invalid request',
    details: wanted >= 500 ? { type: 'api_error' as const } : {},
  };
  const refusal = new StripeRefusal(row.message, {
    ...row.details,
    status: wanted,
    code: code ?? row.details.code,
  });
  return refusalReply(refusal, { 'request-id': `req_misbehaved` });
}
