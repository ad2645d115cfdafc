import type { Log } from '#functions/platform/log.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import { StripeFailure, type FailureKind } from '#functions/providers/stripe-failure.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';

/**
 * What people get for each way in which Stripe says no. Nothing of Stripe's own words or status goes through: a 401 of
 * Stripe, above all, would sign people out.
 */
const refusalCodes = {
  notConfigured: 'subscription.notConfigured',
  cardDeclined: 'subscription.cardDeclined',
  weather: 'subscription.providerBusy',
  failed: 'subscription.providerFailed',
  refusedUs: 'subscription.providerFailed',
  refused: 'subscription.providerFailed',
  sameKey: 'server.failed',
} as const satisfies Record<FailureKind, RefusalCode>;

/** Only people can mend these: a key, a permission, a price that is gone, a bug. */
const alarming: ReadonlySet<FailureKind> = new Set(['refusedUs', 'refused', 'sameKey']);

/**
 * Does something that asks Stripe, and words its failure. After `mostMs` it is one, however much of the work is done:
 * whoever asks again goes on from there.
 */
export async function withStripe<Result>(
  { log, mostMs }: { log: Log; mostMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await withTimeout(mostMs, work(), tooSlow);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    logFailure(log, error);
    const retry = error.kind === 'weather' ? { retryAfterSeconds: 5 } : {};
    throw new Refusal(refusalCodes[error.kind], { ...retry, cause: error });
  }
}

const tooSlow = (): never => {
  throw new StripeFailure('weather', { code: 'too_slow' });
};

/** Names no words of Stripe, which may quote an e-mail address. */
export function logFailure(log: Log, { kind, told }: StripeFailure): void {
  const { code, param, requestId } = told;
  log(alarming.has(kind) ? 'billing.misconfigured' : 'billing.refused', {
    reason: kind,
    code,
    param,
    stripeRequestId: requestId,
  });
}
