import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { PasskeyChallenge } from '#shared/contracts/passkey.ts';
import type { Instance, whatsappContract } from '#shared/contracts/whatsapp.ts';
import { ApiError } from '#web/api/api-error.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';

import { firstPollAfter, pollAgainAfter, pollEvery } from './pairing-times.ts';

type Logged = ReplyOf<typeof whatsappContract.instanceLogged>;

export type PairingStep =
  /** Asks for the phone number, for a code to type. `busy` while the code is requested. */
  | { kind: 'number'; busy?: true; error?: unknown }
  | { kind: 'starting' }
  /** Typed on the phone with this number instead of scanning. */
  | { kind: 'typed'; code: string; phone: string }
  | { kind: 'code'; qrcode: string }
  /** Without a challenge until the server has received it. */
  | { kind: 'passkey'; instanceId: number; challenge?: PasskeyChallenge }
  | { kind: 'compare'; instanceId: number; code: string }
  | { kind: 'connected' }
  /** The code expired, the phone refused, the passkey was not accepted in time, or the number is taken. */
  | { kind: 'over'; why: 'notScanned' | 'passkey' | 'taken' }
  /** The server refused, or returned no code (`NoCode`). */
  | { kind: 'notBegun'; error: unknown }
  /** The state is unknown. */
  | { kind: 'failed'; error: unknown };

type Typed = Extract<PairingStep, { kind: 'typed' }>;

/** The server did not return a code in time. */
export class NoCode extends Error {}

export type PairingCalls = {
  connect: () => Promise<Pick<Instance, 'id' | 'chipStatus'>>;
  /** Either of them begins the pairing: one vendor gives no code to type once it shows QR codes. */
  code: (id: number, signal: AbortSignal) => Promise<Extract<PairingStep, { kind: 'typed' | 'code' }>>;
  logged: (id: number, signal: AbortSignal) => Promise<Logged>;
  unlink: (id: number) => Promise<unknown>;
};

export type NumberPairing = {
  stop: () => void;
  /** Ends the polling and removes the session, unless it has connected or is already gone. Never rejects. */
  discard: () => Promise<void>;
};

/** Reports each step until the number is connected, or the pairing ends or is stopped. */
export function beginPairing(calls: PairingCalls, onStep: (step: PairingStep) => void): NumberPairing {
  const stopping = new AbortController();
  const { signal } = stopping;
  let settled = false;
  let asksPasskey = false;
  let typed: Typed | undefined;
  // Not aborted by `stop`: `discard` has to remove the session that this call creates.
  const begun = calls.connect();

  const say = (step: PairingStep): void => {
    if (signal.aborted) return;
    settled = step.kind === 'connected' || step.kind === 'over';
    asksPasskey ||= step.kind === 'passkey' || step.kind === 'compare';
    onStep(step);
  };

  async function follow(): Promise<void> {
    const { id, chipStatus } = await begun;
    if (chipStatus === 'CONNECTED') return say({ kind: 'connected' });
    if (signal.aborted) return;
    const shown = await calls.code(id, signal);
    if (shown.kind === 'code' && shown.qrcode === '') throw new NoCode();
    if (shown.kind === 'typed') typed = shown;
    say(shown);
    await pause(firstPollAfter, signal);
    while (!signal.aborted) await pause(await poll(id), signal);
  }

  async function poll(id: number): Promise<number> {
    try {
      const step = stepOf(await calls.logged(id, signal), id, { asksPasskey, typed });
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
    async discard() {
      stopping.abort();
      try {
        const { id } = await begun;
        if (!settled) await calls.unlink(id);
      } catch {
        // Nothing was started, or the server removes it after its time limit.
      }
    },
  };
}

type SoFar = { asksPasskey: boolean; typed: Typed | undefined };

function stepOf(now: Logged, instanceId: number, { asksPasskey, typed }: SoFar): PairingStep | undefined {
  const { logged, chipStatus, passkey, ended } = now;
  if (logged) return { kind: 'connected' };
  if (chipStatus === 'DISCONNECTED')
    return { kind: 'over', why: ended === 'phoneTaken' ? 'taken' : asksPasskey ? 'passkey' : 'notScanned' };
  if (passkey && 'code' in passkey) return { kind: 'compare', instanceId, code: passkey.code };
  if (passkey) return { kind: 'passkey', instanceId, challenge: passkey.challenge };
  // New codes may still arrive while WhatsApp asks for the passkey.
  if (!chipStatus.startsWith('PASSKEY')) return stepWithNewCode(now, typed);
  return asksPasskey ? undefined : { kind: 'passkey', instanceId };
}

/** Some gateways renew the code to type with the QR code, which is not shown then. */
function stepWithNewCode({ qrcode, code }: Logged, typed: Typed | undefined): PairingStep | undefined {
  if (typed) return code ? { ...typed, code } : undefined;
  return qrcode ? { kind: 'code', qrcode } : undefined;
}

/** Nothing is lost when the dialog closes. */
export const mayClose = (step: PairingStep): boolean => isEnd(step) || (step.kind === 'number' && !step.busy);

const isEnd = ({ kind }: PairingStep): boolean =>
  kind === 'connected' || kind === 'over' || kind === 'notBegun' || kind === 'failed';

const endsPolling = (error: unknown): boolean =>
  isSessionOver(error) || (error instanceof ApiError && (error.status === 404 || error.status === 500));

/** Resolves after the time in milliseconds, or at once when aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(finish, ms);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });

/** A code without a scheme is a PNG in base64. */
export const imageOf = (qrcode: string): string =>
  /^(?:data:|http)/.test(qrcode) ? qrcode : `data:image/png;base64,${qrcode}`;
