import type { LineState } from '../gateway.ts';

// Logged out, payment required, forbidden, not acceptable; every other reason reconnects.
const final: ReadonlySet<number> = new Set([401, 402, 403, 406]);

/** `refused`: the codes ran out. */
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
