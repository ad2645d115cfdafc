import Stripe from 'stripe';

/**
 * Returns the signed JSON. Returns undefined unless one of the secrets signed these bytes at most five minutes ago.
 * `constructEventAsync` would reject v2 events as if they were forged.
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
      // An error of another kind, such as malformed JSON, also counts as an invalid signature.
      await Stripe.webhooks.signature?.verifyHeaderAsync(bytes, header, secret);
      const body: unknown = JSON.parse(bytes.toString());
      return body;
    } catch {
      continue;
    }
  }
  return undefined;
}
