import { randomBytes, randomInt } from 'node:crypto';

import { emitStatus } from './emit.ts';
import type { Demand, Session, SessionStatus, SessionTrouble } from './entities.ts';
import type { GatewayState } from './gateway.ts';
import { handOverBacklog } from './message-event.ts';
import { PASSKEY_MS, QR_CODES, qrLifeMs } from './qr-window.ts';

function enter(gateway: GatewayState, session: Session, status: SessionStatus): void {
  session.status = status;
  session.statuses = [...session.statuses, { status, timestamp: gateway.store.now() }].slice(-10);
  emitStatus(gateway, session);
  gateway.store.touched();
}

function clear(session: Session): void {
  delete session.qr;
  delete session.asking;
  delete session.startsAt;
  delete session.pairingCode;
  delete session.why;
}

export function start(gateway: GatewayState, session: Session): void {
  clear(session);
  // A restart fixes a silent line.
  if (session.trouble === 'silent') delete session.trouble;
  session.startsAt = gateway.store.now() + gateway.store.settings().startMs;
  enter(gateway, session, 'STARTING');
}

export function stop(gateway: GatewayState, session: Session): void {
  clear(session);
  if (session.status !== 'STOPPED') enter(gateway, session, 'STOPPED');
}

export function unlink(session: Session): void {
  delete session.person;
  session.backlog = [];
}

export function fail(gateway: GatewayState, session: Session, why: string): void {
  clear(session);
  session.why = why;
  enter(gateway, session, 'FAILED');
}

export function started(gateway: GatewayState, session: Session): void {
  delete session.startsAt;
  if (session.person === undefined) showCode(gateway, session, 1);
  else work(gateway, session);
}

function work(gateway: GatewayState, session: Session): void {
  enter(gateway, session, 'WORKING');
  handOverBacklog(gateway, session);
}

function showCode(gateway: GatewayState, session: Session, number: number): void {
  if (!gateway.store.settings().qrComes) return;
  session.qr = {
    text: `2@${randomBytes(32).toString('base64')},${randomBytes(32).toString('base64')},${number}`,
    number,
    until: gateway.store.now() + qrLifeMs(number),
  };
  enter(gateway, session, 'SCAN_QR_CODE');
}

export function nextCode(gateway: GatewayState, session: Session): void {
  const number = (session.qr?.number ?? 0) + 1;
  if (number > QR_CODES) fail(gateway, session, 'No phone scanned a code in time.');
  else showCode(gateway, session, number);
}

export function scanned(gateway: GatewayState, session: Session, person: string, demand: Demand): void {
  if (gateway.store.phone(person).banned) return fail(gateway, session, 'WhatsApp has banned this number.');
  if (demand === 'nothing') return linked(gateway, session, person);
  session.asking = {
    person,
    demand,
    challenge: randomBytes(32).toString('base64url'),
    code: `${randomInt(1000, 10_000)}-${randomInt(1000, 10_000)}`,
    until: gateway.store.now() + PASSKEY_MS,
  };
  enter(gateway, session, 'PASSKEY_REQUIRED');
}

export function passkeyAnswered(gateway: GatewayState, session: Session): void {
  const { asking } = session;
  if (asking?.demand === 'passkeyAndCode') enter(gateway, session, 'PASSKEY_CONFIRMATION_REQUIRED');
  else if (asking?.demand === 'passkey') linked(gateway, session, asking.person);
}

/** Fails instead of starting another round of codes. */
export function passkeyOver(gateway: GatewayState, session: Session): void {
  fail(gateway, session, 'The passkey was not used in time.');
}

export function linked(gateway: GatewayState, session: Session, person: string): void {
  clear(session);
  session.person = person;
  session.device = randomInt(2, 90);
  session.backlog = [];
  if (gateway.store.phone(person).slowSync) session.unsynced = true;
  else delete session.unsynced;
  work(gateway, session);
}

export function setTrouble(gateway: GatewayState, session: Session, trouble: SessionTrouble | undefined): void {
  const before = session.trouble;
  if (trouble === undefined) delete session.trouble;
  else session.trouble = trouble;
  if (trouble === 'whatsapp' && session.status === 'WORKING') enter(gateway, session, 'STARTING');
  else if (before === 'whatsapp' && session.status === 'STARTING') session.startsAt = gateway.store.now();
  else if (before === 'gateway') cameBack(gateway, session);
  else handOverBacklog(gateway, session);
  gateway.store.touched();
}

/** Sends the line's state and the messages that waited. */
export function cameBack(gateway: GatewayState, session: Session): void {
  emitStatus(gateway, session);
  handOverBacklog(gateway, session);
}
