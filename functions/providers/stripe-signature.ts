import Stripe from 'stripe';

/**
 * Returns the signed JSON, or undefined unless one of the secrets signed these bytes within five minutes.
 * `constructEventAsync` is not used because it throws for v2 events as for forged ones.
 * https://docs.stripe.com/webhooks#verify-events
 */
export async function verifiedBody(
  bytes: Buffer,
  header: string | undefined,
  secrets: readonly string[],
): Promise<unknown> {
  if (header === undefined || bytes.length === 0) return undefined;
  for (const secret of secrets.filter((one) => one !== '')) {
    try {
      // All errors are treated like signature errors.
      await Stripe.webhooks.signature?.verifyHeaderAsync(bytes, header, secret);
      const body: unknown = JSON.parse(bytes.toString());
      return body;
    } catch {
      continue;
    }
  }
  return undefined;
}
