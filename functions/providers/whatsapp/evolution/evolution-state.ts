import type { LineState } from '../gateway.ts';

// Logged out, payment required, forbidden, not acceptable. After any other reason, Evolution reconnects.
const final: ReadonlySet<number> = new Set([401, 402, 403, 406]);

/** Maps Evolution's state. `refused` means that no QR codes are left. */
export function stateOf(word: string | null | undefined, reason: number | null | undefined): LineState {
  switch (word?.toLowerCase()) {
    case 'open':
      return 'connected';
    case 'connecting':
      return 'connecting';
    case 'close':
      return typeof reason === 'number' && final.has(reason) ? 'failed' : 'connecting';
    case 'refused':
      return 'unscanned';
    default:
      return 'unknown';
  }
}
