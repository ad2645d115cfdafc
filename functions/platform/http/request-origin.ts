import { Refusal } from '#shared/refusals.ts';

import type { Config } from '../config.ts';
import { sameText } from '../hashes.ts';
import { SecretUnavailable, type Secrets } from '../secrets/secrets.ts';
import { isUnsafe, type OpenPlatform, type RequestContext } from './request-context.ts';

/** On AWS, every request is rejected while the secret is missing. */
export function cdnSecret(
  { origin }: Pick<Secrets, 'origin'>,
  { SECRETS_PREFIX }: Pick<Config, 'SECRETS_PREFIX'>,
): OpenPlatform['originSecret'] {
  if (SECRETS_PREFIX === undefined) return origin;
  return async () => {
    const secret = await origin();
    if (!secret) throw new SecretUnavailable('The secret origin is not set up.');
    return secret;
  };
}

/** Throws `request.notFound` for requests that bypass the CDN. */
export async function requireCdn(
  platform: Pick<OpenPlatform, 'originSecret'>,
  { event }: Pick<RequestContext, 'event'>,
): Promise<void> {
  const secret = await platform.originSecret();
  if (!secret) return;
  const shown = event.headers['x-origin-secret'] ?? '';
  const known = [secret.value, ...(secret.previous === undefined ? [] : [secret.previous])];
  if (!known.some((each) => sameText(shown, each))) throw new Refusal('request.notFound');
}

/**
 * Protects against CSRF. Only browsers can be tricked, and only browsers send origin headers, so requests without them
 * pass. Endpoints with a key need no check.
 */
export function requireOwnOrigin(platform: OpenPlatform, { event, route: { endpoint } }: RequestContext): void {
  if (endpoint.access === 'key' || !isUnsafe(endpoint)) return;
  const { origin, 'sec-fetch-site': site } = event.headers;
  if (origin !== undefined && origin !== new URL(platform.appUrl).origin) throw new Refusal('request.foreignOrigin');
  if (site !== undefined && site !== 'same-origin') throw new Refusal('request.foreignOrigin');
}
