import type { Http } from '../http.ts';
import type { GatewayFailure, GatewayError } from './gateway.ts';

/** What an adapter is made of: one gateway process, its key, and the world. */
export type AdapterDeps = {
  http: Http;
  now: () => Date;
  /** Between two looks at a line that has no QR yet. */
  wait: (ms: number) => Promise<unknown>;
  shard: { id: string; url: string };
  /** Undefined while nobody set it up; throws while nobody can tell. */
  apiKey: () => Promise<string | undefined>;
  /** The key before this one, while the gateway may still know no other. */
  previousKey?: () => Promise<string | undefined>;
};

export const failed = (code: GatewayError['code'], more: Omit<Partial<GatewayError>, 'code'> = {}): GatewayFailure => ({
  outcome: 'failed',
  error: { retryable: false, ...more, code },
});

/** Names that both vendors take, and that need no escaping; an empty one would be a line of its own at one of them. */
export const isLineName = (name: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(name);

export const isPhone = (phone: string): boolean => /^\d{6,15}$/.test(phone);

/** The gateway's key. Nobody can tell it for a moment, or nobody has set it up. */
export async function keyOf(
  apiKey: AdapterDeps['apiKey'],
): Promise<{ outcome: 'key'; value: string } | GatewayFailure> {
  try {
    const value = await apiKey();
    return value === undefined ? failed('unauthorized') : { outcome: 'key', value };
  } catch {
    return failed('unreachable', { retryable: true });
  }
}
