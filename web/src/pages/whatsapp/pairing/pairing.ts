import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { Instance, whatsappContract } from '#shared/contracts/whatsapp.ts';
import { ApiError } from '#web/api/api-error.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';

import { firstPollAfter, pollAgainAfter, pollEvery } from './pairing-times.ts';

type Logged = ReplyOf<typeof whatsappContract.instanceLogged>;

/**
 * How far it is. `over`: nobody scanned in time, the phone refused, or its number is `taken` by somebody else. `notBegun`: there is no code to show, because the
 * server gave none (`empty`) or said no. `failed`: nobody can say how far it is.
 */
export type PairingStep =
  | { kind: 'starting' }
  | { kind: 'code'; qrcode: string }
  | { kind: 'passkey'; instanceId: number; challenge: unknown }
  | { kind: 'compare'; instanceId: number; code: string }
  | { kind: 'connected' }
  | { kind: 'over'; taken: boolean }
  | { kind: 'notBegun'; error: unknown }
  | { kind: 'failed'; error: unknown };

/** The server had no code in time. */
export class NoCode extends Error {}

export type PairingCalls = {
  connect: () => Promise<Pick<Instance, 'id' | 'chipStatus'>>;
  qrCode: (id: number, signal: AbortSignal) => Promise<string>;
  logged: (id: number, signal: AbortSignal) => Promise<Logged>;
  unlink: (id: number) => Promise<unknown>;
};

export type Pairing = {
  /** Asks no more; the line stays. */
  stop: () => void;
  /** Asks no more and removes the line, unless it is connected or gone by now. Never fails. */
  putAway: () => Promise<void>;
};

/** Begins to pair a number and tells every step of it, until it is connected, over, failed or stopped. */
export function beginPairing(calls: PairingCalls, tell: (step: PairingStep) => void): Pairing {
  const stopping = new AbortController();
  const { signal } = stopping;
  let settled = false;
  // Not stopped with the rest: what it begins has to be put away.
  const begun = calls.connect();

  const say = (step: PairingStep): void => {
    if (signal.aborted) return;
    settled = step.kind === 'connected' || step.kind === 'over';
    tell(step);
  };

  async function follow(): Promise<void> {
    const { id, chipStatus } = await begun;
    if (chipStatus === 'CONNECTED') return say({ kind: 'connected' });
    if (signal.aborted) return;
    const qrcode = await calls.qrCode(id, signal);
    if (qrcode === '') throw new NoCode();
    say({ kind: 'code', qrcode });
    await pause(firstPollAfter, signal);
    while (!signal.aborted) await pause(await poll(id), signal);
  }

  /** Asks once; how long to wait until the next time. */
  async function poll(id: number): Promise<number> {
    try {
      const step = stepOf(await calls.logged(id, signal), id);
      if (step) say(step);
      if (step && isEnd(step)) stopping.abort();
      return pollEvery;
    } catch (error) {
      if (!endsPolling(error)) return pollAgainAfter;
      say({ kind: 'failed', error });
      stopping.abort();
      return 0;
    }
  }

  follow().catch((error: unknown) => say({ kind: 'notBegun', error }));

  return {
    stop: () => stopping.abort(),
    async putAway() {
      stopping.abort();
      try {
        const { id } = await begun;
        if (!settled) await calls.unlink(id);
      } catch {
        // Nothing was begun, or the server puts it away when its time is up.
      }
    },
  };
}

function stepOf({ logged, chipStatus, qrcode, passkey, ended }: Logged, instanceId: number): PairingStep | undefined {
  if (logged) return { kind: 'connected' };
  if (chipStatus === 'DISCONNECTED') return { kind: 'over', taken: ended === 'phoneTaken' };
  if (passkey && 'code' in passkey) return { kind: 'compare', instanceId, code: passkey.code };
  if (passkey) return { kind: 'passkey', instanceId, challenge: passkey.challenge };
  // Codes may go on arriving while WhatsApp asks for the passkey.
  return qrcode && !chipStatus.startsWith('PASSKEY') ? { kind: 'code', qrcode } : undefined;
}

/** Whether nothing more comes after a step. */
export const isEnd = ({ kind }: PairingStep): boolean =>
  kind === 'connected' || kind === 'over' || kind === 'notBegun' || kind === 'failed';

const endsPolling = (error: unknown): boolean =>
  isSessionOver(error) || (error instanceof ApiError && (error.status === 404 || error.status === 500));

/** Resolves after so long, or at once when stopped. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

/** The address of a code: one without a scheme is a PNG in base64. */
export const imageOf = (qrcode: string): string =>
  /^(?:data:|http)/.test(qrcode) ? qrcode : `data:image/png;base64,${qrcode}`;
