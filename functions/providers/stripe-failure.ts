import Stripe from 'stripe';

/**
 * `transient`: may pass. `failed`: Stripe broke. `refusedUs`: key or permission. `refused`: the request is wrong.
 * `sameKey`: an idempotency key used twice. https://docs.stripe.com/error-handling
 */
export type FailureKind =
  | 'notConfigured'
  | 'cardDeclined'
  | 'transient'
  | 'failed'
  | 'refusedUs'
  | 'refused'
  | 'sameKey';

type FailureDetails = { code?: string | undefined; param?: string | undefined; requestId?: string | undefined };

/** Without Stripe's sentence, which may quote an e-mail address. */
export class StripeFailure extends Error {
  override name = 'StripeFailure';
  readonly kind: FailureKind;
  readonly told: FailureDetails;
  constructor(kind: FailureKind, told: FailureDetails = {}) {
    super(`Stripe: ${[kind, told.code, told.param].filter((part) => part !== undefined).join(' ')}`);
    this.kind = kind;
    this.told = told;
  }

  /** The named object is gone. */
  lacks(param: string): boolean {
    return this.kind === 'refused' && this.told.code === 'resource_missing' && this.told.param === param;
  }
}

const passing: ReadonlySet<string> = new Set(['rate_limit', 'lock_timeout', 'idempotency_key_in_use']);

export function failureOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const told: FailureDetails = { code: error.code, param: error.param, requestId: error.requestId };
  return new StripeFailure(kindOf(error), told);
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): FailureKind {
  if (passing.has(error.code ?? '') || error.statusCode === 429) return 'transient';
  switch (error.type) {
    case 'StripeConnectionError':
    case 'StripeRateLimitError':
      return 'transient';
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return 'refusedUs';
    case 'StripeIdempotencyError':
      return 'sameKey';
    case 'StripeCardError':
      return 'cardDeclined';
    case 'StripeInvalidRequestError':
      return 'refused';
    default:
      return 'failed';
  }
}
