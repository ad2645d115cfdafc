import type { Log } from '#functions/platform/log.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import { StripeFailure, type FailureKind } from '#functions/providers/stripe-failure.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';

/** Never Stripe's own status: its 401 would sign people out. */
const refusalCodes = {
  notConfigured: 'subscription.notConfigured',
  cardDeclined: 'subscription.cardDeclined',
  transient: 'subscription.providerBusy',
  failed: 'subscription.providerFailed',
  refusedUs: 'subscription.providerFailed',
  refused: 'subscription.providerFailed',
  sameKey: 'server.failed',
} as const satisfies Record<FailureKind, RefusalCode>;

/** These need an operator: a key, a permission, a price that is gone, a bug. */
const alarming: ReadonlySet<FailureKind> = new Set(['refusedUs', 'refused', 'sameKey']);

/** Turns a failure of Stripe, or work that takes longer than `maxMs`, into a refusal; late work goes on. */
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

/** Stripe's sentences may quote an e-mail address. */
export function logFailure(log: Log, { kind, details }: StripeFailure): void {
  const { code, param, requestId } = details;
  log(alarming.has(kind) ? 'billing.misconfigured' : 'billing.refused', {
    reason: kind,
    code,
    param,
    stripeRequestId: requestId,
  });
}
