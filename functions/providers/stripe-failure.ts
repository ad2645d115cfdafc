import Stripe from 'stripe';

/**
 * Why Stripe did not do it. `weather`: it may do it in a moment. `failed`: Stripe broke. `refusedUs`: key or permission.
 * `refused`: the request itself is wrong, `code` and `param` say where. `sameKey`: an idempotency key was used twice.
 * https://docs.stripe.com/error-handling
 */
export type FailureKind = 'notConfigured' | 'cardDeclined' | 'weather' | 'failed' | 'refusedUs' | 'refused' | 'sameKey';

type Told = { code?: string | undefined; param?: string | undefined; requestId?: string | undefined };

/** Stripe's own sentence is left out, because it may quote an e-mail address. */
export class StripeFailure extends Error {
  override name = 'StripeFailure';
  readonly kind: FailureKind;
  readonly told: Told;
  constructor(kind: FailureKind, told: Told = {}) {
    super(`Stripe: ${[kind, told.code, told.param].filter((part) => part !== undefined).join(' ')}`);
    this.kind = kind;
    this.told = told;
  }

  /** The object that this parameter names is not there, or no more. */
  lacks(param: string): boolean {
    return this.kind === 'refused' && this.told.code === 'resource_missing' && this.told.param === param;
  }
}

const passing: ReadonlySet<string> = new Set(['rate_limit', 'lock_timeout', 'idempotency_key_in_use']);

export function failureOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const told: Told = { code: error.code, param: error.param, requestId: error.requestId };
  return new StripeFailure(kindOf(error), told);
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): FailureKind {
  if (passing.has(error.code ?? '') || error.statusCode === 429) return 'weather';
  switch (error.type) {
    case 'StripeConnectionError':
    case 'StripeRateLimitError':
      return 'weather';
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
