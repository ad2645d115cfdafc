import * as z from 'zod/mini';

import { json, wantsJson, type Reply, type SandboxRoute } from '../../kit.ts';
import { read, withSession, type Api, type SessionRequest } from '../api.ts';
import { statuses, type Session } from '../entities.ts';
import { linked, passkeyAnswered } from '../lifecycle.ts';
import { png } from '../pages/png.ts';
import { qrCode } from '../pages/qr-code.ts';
import { answers, assertionSchema, challengeOf } from '../passkey.ts';
import { badFields, engineFailed, unprocessable } from '../refusal.ts';

const SCANNING = ['SCAN_QR_CODE'] as const;
const LETTERS = 'ABCDEFGHJKLMNPQRSTVWXYZ123456789';

export function pairingRoutes(api: Api): readonly SandboxRoute[] {
  return [
    withSession(api, 'GET', '/api/:session/auth/qr', SCANNING, showQr),
    withSession(api, 'POST', '/api/:session/auth/request-code', statuses, requestCode),
    withSession(api, 'GET', '/api/:session/auth/passkey/challenge', statuses, ({ session }) => {
      if (session.status !== 'PASSKEY_REQUIRED') throw unprocessable('No passkey challenge is pending for the session');
      return json(200, challengeOf(awaited(session)));
    }),
    withSession(api, 'POST', '/api/:session/auth/passkey', statuses, answerPasskey),
    withSession(api, 'GET', '/api/:session/auth/passkey/confirmation', statuses, ({ session }) => {
      return json(200, { code: compared(session).code });
    }),
    withSession(api, 'POST', '/api/:session/auth/passkey/confirm', statuses, (asked) => {
      linked(asked, asked.session, compared(asked.session).person);
      return { status: 201 };
    }),
  ];
}

export const qrImage = (session: Session): Buffer | undefined =>
  session.qr ? png(qrCode(session.qr.text)) : undefined;

function showQr({ call, session }: SessionRequest): Reply {
  const { qr } = session;
  const image = qrImage(session);
  if (!qr || !image) throw engineFailed('there is no code', call);
  const format = call.query.get('format') ?? 'image';
  if (format === 'raw') return json(200, { value: qr.text });
  if (format !== 'image') throw badFields(['format must be one of the following values: image, raw']);
  if (wantsJson(call)) return json(200, { mimetype: 'image/png', data: image.toString('base64') });
  return { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'no-store' }, bytes: image };
}

const codeSchema = z.object({ phoneNumber: z.string().check(z.regex(/^\d{8,15}$/)) });

function requestCode({ call, session, store }: SessionRequest): Reply {
  read(codeSchema, call);
  if (session.status !== 'SCAN_QR_CODE') {
    throw unprocessable(`Can request code only in SCAN_QR_CODE status. The current status is ${session.status}`);
  }
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => LETTERS[byte % LETTERS.length]);
  session.pairingCode = `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
  store.touched();
  return json(201, { code: session.pairingCode });
}

function awaited({ asking }: Session): NonNullable<Session['asking']> {
  if (!asking) throw unprocessable('No passkey challenge is pending for the session');
  return asking;
}

function compared(session: Session): NonNullable<Session['asking']> {
  if (session.status !== 'PASSKEY_CONFIRMATION_REQUIRED') {
    throw unprocessable('No passkey confirmation is pending for the session');
  }
  return awaited(session);
}

function answerPasskey(asked: SessionRequest): Reply {
  const { call, session } = asked;
  const assertion = read(assertionSchema, call);
  if (session.status !== 'PASSKEY_REQUIRED') throw engineFailed('no passkey request is pending', call);
  if (!answers(assertion, awaited(session))) throw engineFailed('passkey response was refused', call);
  passkeyAnswered(asked, session);
  return { status: 201 };
}
