import Stripe from 'stripe';

/**
 * The JSON that was signed; undefined unless one of the secrets signed these bytes within five minutes. Not by
 * `constructEventAsync`, which throws for a v2 event as for a forged one. https://docs.stripe.com/webhooks#verify-events
 */
export async function verifiedBody(
  bytes: Buffer,
  header: string | undefined,
  secrets: readonly string[],
): Promise<unknown> {
  if (header === undefined || bytes.length === 0) return undefined;
  for (const secret of secrets.filter((one) => one !== '')) {
    try {
      // Other errors than signature errors mean the same.
      await Stripe.webhooks.signature?.verifyHeaderAsync(bytes, header, secret);
      const body: unknown = JSON.parse(bytes.toString());
      return body;
    } catch {
      continue;
    }
  }
  return undefined;
}
