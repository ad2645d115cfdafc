import type { Log } from '#functions/platform/log.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import { StripeFailure, type FailureKind } from '#functions/providers/stripe-failure.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';

/** Never uses Stripe's status: its 401 would sign users out. */
const refusalCodes = {
  notConfigured: 'subscription.notConfigured',
  cardDeclined: 'subscription.cardDeclined',
  transient: 'subscription.providerBusy',
  failed: 'subscription.providerFailed',
  refusedUs: 'subscription.providerFailed',
  refused: 'subscription.providerFailed',
  sameKey: 'server.failed',
} as const satisfies Record<FailureKind, RefusalCode>;

/** Failures that need an operator: an invalid key, a missing permission, a deleted price or a bug. */
const alarming: ReadonlySet<FailureKind> = new Set(['refusedUs', 'refused', 'sameKey']);

/** Turns a failure of Stripe, or work that takes too long, into a refusal. Late work is not cancelled. */
export async function withStripe<Result>(
  { log, maxMs }: { log: Log; maxMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await withTimeout(maxMs, work(), tooSlow);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    logFailure(log, error);
    const retry = error.kind === 'transient' ? { retryAfterSeconds: 5 } : {};
    throw new Refusal(refusalCodes[error.kind], { ...retry, cause: error });
  }
}

const tooSlow = (): never => {
  throw new StripeFailure('transient', { code: 'too_slow' });
};

/** Does not log Stripe's messages, which may quote an e-mail address. */
export function logFailure(log: Log, { kind, details }: StripeFailure): void {
  const { code, param, requestId } = details;
  log(alarming.has(kind) ? 'billing.misconfigured' : 'billing.refused', {
    reason: kind,
    code,
    param,
    stripeRequestId: requestId,
  });
}
