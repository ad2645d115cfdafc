import * as z from 'zod/mini';

import type { LineSelf, LineState } from '../gateway.ts';
import { selfOf } from '../people.ts';
import { spare, spareText } from '../spare-fields.ts';

// https://waha.devlike.pro/docs/how-to/sessions/
const states: Readonly<Record<string, LineState>> = {
  STOPPED: 'stopped',
  STARTING: 'connecting',
  SCAN_QR_CODE: 'awaiting_qr',
  PASSKEY_REQUIRED: 'awaiting_passkey',
  PASSKEY_CONFIRMATION_REQUIRED: 'awaiting_passkey_code',
  WORKING: 'connected',
  // Also if the engine or its database did not start; the status does not contain the cause.
  FAILED: 'broken',
};

/** An unknown status is `unknown`. */
export function stateOf(status: string): LineState {
  const word = status.toUpperCase();
  return (Object.hasOwn(states, word) ? states[word] : undefined) ?? 'unknown';
}

export const meShape = z.object({
  id: spareText,
  lid: spareText,
  pushName: spareText,
});

/** Omits the configuration, which contains the signing key. */
export const lineShape = z.object({ name: z.string(), status: z.string(), me: spare(meShape) });

export type WahaLine = z.output<typeof lineShape>;

export const selfIn = (me: z.output<typeof meShape> | null | undefined): LineSelf | undefined =>
  me ? selfOf({ id: me.id, lid: me.lid, name: me.pushName }) : undefined;
