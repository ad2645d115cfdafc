import type { Http } from '../http.ts';
import type { GatewayFailure, GatewayError } from './gateway.ts';

export type AdapterDeps = {
  http: Http;
  now: () => Date;
  wait: (ms: number) => Promise<unknown>;
  shard: { id: string; url: string };
  /** Undefined before set-up. Throws while the secret is unreadable. */
  apiKey: () => Promise<string | undefined>;
  /** For the time of a key rotation. */
  previousKey?: () => Promise<string | undefined>;
};

export const gatewayFailure = (
  code: GatewayError['code'],
  more: Omit<Partial<GatewayError>, 'code'> = {},
): GatewayFailure => ({
  outcome: 'failed',
  error: { retryable: false, ...more, code },
});

/** These names need no escaping at either vendor. Evolution would accept an empty name. */
export const isLineName = (name: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(name);

export const isPhone = (phone: string): boolean => /^\d{6,15}$/.test(phone);

export async function keyOf(
  apiKey: AdapterDeps['apiKey'],
): Promise<{ outcome: 'key'; value: string } | GatewayFailure> {
  try {
    const value = await apiKey();
    return value === undefined ? gatewayFailure('unauthorized') : { outcome: 'key', value };
  } catch {
    return gatewayFailure('unreachable', { retryable: true });
  }
}
