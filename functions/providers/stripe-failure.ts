import Stripe from 'stripe';

import { identifier } from './text-limits.ts';

/** https://docs.stripe.com/error-handling */
export type FailureKind =
  | 'notConfigured'
  | 'cardDeclined'
  /** A retry may help. */
  | 'transient'
  /** An error at Stripe. */
  | 'failed'
  /** Stripe rejected our key or its permissions. */
  | 'refusedUs'
  /** The request is invalid. */
  | 'refused'
  /** The idempotency key was used for another request. */
  | 'sameKey';

type FailureDetails = { code?: string | undefined; param?: string | undefined; requestId?: string | undefined };

/** Does not contain Stripe's message, which may quote an e-mail address. */
export class StripeFailure extends Error {
  override name = 'StripeFailure';
  readonly kind: FailureKind;
  readonly details: FailureDetails;
  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(`Stripe: ${[kind, details.code, details.param].filter((part) => part !== undefined).join(' ')}`);
    this.kind = kind;
    this.details = details;
  }

  /** Whether the object of this parameter does not exist. */
  lacks(param: string): boolean {
    return this.kind === 'refused' && this.details.code === 'resource_missing' && this.details.param === param;
  }
}

const passing: ReadonlySet<string> = new Set(['rate_limit', 'lock_timeout', 'idempotency_key_in_use']);

export function failureOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const details: FailureDetails = {
    code: shortOnly(error.code) ?? (otherCurrency.test(error.message) ? 'customer_currency' : undefined),
    param: shortOnly(error.param),
    requestId: shortOnly(error.requestId),
  };
  return new StripeFailure(kindOf(error), details);
}

/** Stripe has no error code for it. https://docs.stripe.com/invoicing/multi-currency-customers */
const otherCurrency = /combine currencies|match the customer(?:'s)? currency/i;

/** Details are logged, so long texts are dropped. */
const shortOnly = (text: string | undefined): string | undefined => identifier.safeParse(text).data;

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
