import { setTimeout as wait } from 'node:timers/promises';

import type { WahaDelivery, Session } from './entities.ts';
import type { GatewayState } from './gateway.ts';
import { nextCode, passkeyOver, started } from './lifecycle.ts';

type Due = { at: number; act: () => void };

function dueOf(gateway: GatewayState, session: Session): Due | undefined {
  const { status, startsAt, qr, asking } = session;
  if (status === 'STARTING' && startsAt !== undefined && session.trouble !== 'whatsapp') {
    return { at: startsAt, act: () => started(gateway, session) };
  }
  if (asking) return { at: asking.until, act: () => passkeyOver(gateway, session) };
  return status === 'SCAN_QR_CODE' && qr ? { at: qr.until, act: () => nextCode(gateway, session) } : undefined;
}

export function clock(gateway: GatewayState, closing: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  const { store } = gateway;

  function next(): Due | undefined {
    let first: Due | undefined;
    const offer = (due: Due | undefined): void => {
      if (due && due.at < (first?.at ?? Infinity)) first = due;
    };
    for (const one of store.sessions.values()) offer(dueOf(gateway, one));
    for (const one of store.deliveries()) offer(retryOf(gateway, one));
    return first;
  }

  function arm(): void {
    clearTimeout(timer);
    const due = closing.aborted ? undefined : next();
    if (due) timer = setTimeout(catchUp, Math.max(0, due.at - store.now())).unref();
  }

  function catchUp(): void {
    for (let due = next(); due && due.at <= store.now() && !closing.aborted; due = next()) due.act();
    arm();
  }

  closing.addEventListener('abort', () => clearTimeout(timer));
  store.watch(arm);
  return {
    arm,
    catchUp,
    nextAt: () => next()?.at,
    advance: (sessions: readonly Session[], ms: number) => advance(gateway, sessions, ms),
  };
}
export type GatewayClock = ReturnType<typeof clock>;

function retryOf(gateway: GatewayState, delivery: WahaDelivery): Due | undefined {
  if (delivery.state !== 'failed' || delivery.retryAt === undefined) return undefined;
  return { at: delivery.retryAt, act: () => gateway.post(delivery) };
}

/** Two events of one line with the same time could not be ordered. */
const APART_MS = 2;

async function advance(gateway: GatewayState, sessions: readonly Session[], ms: number): Promise<void> {
  const { store } = gateway;
  for (const session of sessions) {
    let left = ms;
    for (;;) {
      const due = dueOf(gateway, session);
      const ahead = due ? Math.max(0, due.at - store.now()) : Infinity;
      if (!due || ahead > left) break;
      left -= ahead;
      due.act();
      await wait(APART_MS);
    }
    bringForward(session, left);
  }
  const names = new Set(sessions.map(({ name }) => name));
  for (const one of store.deliveries()) {
    if (!names.has(one.session) || one.state !== 'failed' || one.retryAt === undefined) continue;
    if (one.retryAt - ms <= store.now()) gateway.post(one);
    else one.retryAt -= ms;
  }
  store.touched();
}

function bringForward(session: Session, ms: number): void {
  if (session.startsAt !== undefined) session.startsAt -= ms;
  if (session.qr) session.qr.until -= ms;
  if (session.asking) session.asking.until -= ms;
}
