import type { Log } from '#functions/platform/log.ts';
import { StripeFailure, type FailureKind } from '#functions/providers/stripe-failure.ts';

type Call = 'customer' | 'checkout' | 'portal';

type Row = {
  call: Call;
  /** `refused` by default. */
  kind?: FailureKind;
  code?: string;
  /** The name before any bracket. */
  param?: string;
  /** With `leaveOut`, the call works without `field`. Callers implement the others. */
  remedy: 'leaveOut' | 'newCustomer' | 'noCustomer' | 'newPrice' | 'newKeys';
  field?: string;
  /** The user can continue, but with less than intended, so an operator has to act. */
  needsOperator?: true;
};

/**
 * How to continue when Stripe rejects one of our values; the first matching row applies. Other failures are reported to
 * the user or an operator by `with-stripe.ts`. https://docs.stripe.com/error-codes
 */
const rows: readonly Row[] = [
  { call: 'customer', code: 'email_invalid', remedy: 'leaveOut', field: 'email' },
  { call: 'customer', param: 'email', remedy: 'leaveOut', field: 'email' },
  { call: 'customer', param: 'name', remedy: 'leaveOut', field: 'name' },
  { call: 'checkout', code: 'resource_missing', param: 'customer', remedy: 'newCustomer' },
  // The currency of an earlier subscription or page, if the prices now have another one.
  { call: 'checkout', code: 'customer_currency', remedy: 'newCustomer' },
  { call: 'checkout', code: 'customer_max_subscriptions', remedy: 'newCustomer' },
  // We do not send coupons: an operator gave it to the customer.
  { call: 'checkout', code: 'coupon_expired', remedy: 'newCustomer' },
  { call: 'checkout', param: 'coupon', remedy: 'newCustomer' },
  { call: 'checkout', param: 'discounts', remedy: 'newCustomer' },
  { call: 'checkout', code: 'product_inactive', remedy: 'newPrice' },
  { call: 'checkout', param: 'line_items', remedy: 'newPrice' },
  { call: 'checkout', param: 'locale', remedy: 'leaveOut', field: 'locale' },
  // Rejected if our clock is wrong. Stripe's default is a day.
  { call: 'checkout', param: 'expires_at', remedy: 'leaveOut', field: 'expires_at' },
  { call: 'checkout', param: 'allow_promotion_codes', remedy: 'leaveOut', field: 'allow_promotion_codes' },
  { call: 'checkout', kind: 'sameKey', remedy: 'newKeys' },
  { call: 'portal', code: 'resource_missing', param: 'customer', remedy: 'noCustomer' },
  // The configuration was deleted or disabled, and no other exists. The account's default works.
  { call: 'portal', param: 'configuration', remedy: 'leaveOut', field: 'configuration', needsOperator: true },
  { call: 'portal', param: 'locale', remedy: 'leaveOut', field: 'locale' },
  // The portal's home page links to the pages of all flows.
  { call: 'portal', remedy: 'leaveOut', field: 'flow_data' },
];

export function remedyFor(call: Call, { kind, details }: StripeFailure): Row | undefined {
  const param = details.param?.split('[')[0];
  return rows.find(
    (row) =>
      row.call === call &&
      kind === (row.kind ?? 'refused') &&
      (row.code === undefined || row.code === details.code) &&
      (row.param === undefined || row.param === param),
  );
}

/** Retries without the field that Stripe rejected, as long as it can be omitted. */
export async function retryWithoutRejectedFields<Input extends object, Result>(
  log: Log,
  call: Call,
  input: Input,
  send: (input: Input) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(input);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    const { field, needsOperator } = remedyFor(call, error) ?? {};
    if (field === undefined || Reflect.get(input, field) === undefined) throw error;
    const { code, param, requestId: stripeRequestId } = error.details;
    log(needsOperator ? 'billing.misconfigured' : 'billing.refused', {
      reason: 'leftOut',
      code,
      param,
      stripeRequestId,
    });
    return retryWithoutRejectedFields(log, call, { ...input, [field]: undefined }, send);
  }
}
