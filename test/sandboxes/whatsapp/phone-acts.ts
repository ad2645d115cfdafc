import * as z from 'zod/mini';

import type { SandboxCall } from '../kit.ts';
import { demands, troubles, type Session } from './entities.ts';
import type { GatewayState } from './gateway.ts';
import { fail, linked, passkeyAnswered, scanned, setTrouble, unlink } from './lifecycle.ts';
import { sign } from './passkey.ts';
import { qrImage } from './routes/pairing-routes.ts';

export type PhoneResult = { ok: boolean; said: string; more?: object };
type Act = (gateway: GatewayState, person: string, call: SandboxCall) => PhoneResult;

const success = (said: string, more?: object): PhoneResult => ({ ok: true, said, ...(more && { more }) });
const no = (said: string): PhoneResult => ({ ok: false, said });

const yesNo = z.union([
  z.boolean(),
  z.pipe(
    z.string(),
    z.transform((text) => text === 'true' || text === 'on'),
  ),
]);

const scanSchema = z.object({
  session: z.optional(z.string()),
  /** The image that the product shows: `data:image/png;base64,...` */
  qr: z.optional(z.string()),
  demand: z.optional(z.enum(demands)),
});

/** Finds a session by name, by its image, or as the only one. */
function codeMeant({ store }: GatewayState, { session, qr }: z.output<typeof scanSchema>): Session | PhoneResult {
  const shown = [...store.sessions.values()].filter((one) => one.qr !== undefined && one.status === 'SCAN_QR_CODE');
  const base64 = qr?.split(',').at(-1);
  const meant = shown.filter(
    (one) =>
      (session ?? one.name) === one.name && (base64 === undefined || qrImage(one)?.toString('base64') === base64),
  );
  if (meant.length > 1) return no('Several codes are shown; name the session.');
  return meant[0] ?? no('No such code is shown now. It may be too old.');
}

const scan: Act = (gateway, person, call) => {
  const asked = scanSchema.safeParse(call.body ?? {});
  if (!asked.success) return no('scan takes session, qr and demand');
  const session = codeMeant(gateway, asked.data);
  if ('ok' in session) return session;
  scanned(gateway, session, person, asked.data.demand ?? gateway.store.phone(person).demand);
  return success(session.why ?? `Scanned: ${session.status}.`, { session: session.name, status: session.status });
};

const refuse: Act = (gateway, _, call) => {
  const session = codeMeant(gateway, scanSchema.safeParse(call.body ?? {}).data ?? {});
  if ('ok' in session) return session;
  fail(gateway, session, 'The phone refused to link the device.');
  return success('Refused.', { session: session.name });
};

const typeSchema = z.object({ code: z.string() });

const typeCode: Act = (gateway, person, call) => {
  const code = typeSchema
    .safeParse(call.body)
    .data?.code.replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();
  const session = [...gateway.store.sessions.values()].find((one) => one.pairingCode?.replace('-', '') === code);
  if (!session || code === undefined) return no('No device waits for this code.');
  scanned(gateway, session, person, gateway.store.phone(person).demand);
  return success('Linked by code.', { session: session.name, status: session.status });
};

const sessionSchema = z.object({ session: z.string() });

function own({ store }: GatewayState, person: string, call: SandboxCall, of: (session: Session) => string | undefined) {
  const session = store.sessions.get(sessionSchema.safeParse(call.body).data?.session ?? '');
  return session && of(session) === person ? session : undefined;
}

const remove: Act = (gateway, person, call) => {
  const session = own(gateway, person, call, (one) => one.person);
  if (!session) return no('This phone is linked to no such device.');
  unlink(session);
  fail(gateway, session, 'The device was removed on the phone.');
  return success('Device removed.');
};

/** A failure of the gateway. After a restart the line runs with the same credentials. */
const crash: Act = (gateway, person, call) => {
  const session = own(gateway, person, call, (one) => one.person);
  if (!session) return no('This phone is linked to no such device.');
  fail(gateway, session, 'The gateway could not start the client.');
  return success('Line failed.');
};

const ban: Act = (gateway, person) => {
  gateway.store.phone(person).banned = true;
  for (const session of gateway.store.linkedTo(person)) {
    unlink(session);
    fail(gateway, session, 'WhatsApp has banned this number.');
  }
  gateway.store.touched();
  return success('Banned.');
};

const unban: Act = (gateway, person) => {
  gateway.store.phone(person).banned = false;
  gateway.store.touched();
  return success('No longer banned.');
};

const settingsSchema = z.object({
  name: z.optional(z.string()),
  picture: z.optional(z.nullable(z.string())),
  demand: z.optional(z.enum(demands)),
  slowSync: z.optional(yesNo),
});

const settings: Act = ({ store }, person, call) => {
  const asked = settingsSchema.safeParse(call.body ?? {});
  if (!asked.success) return no('settings takes name, picture, demand and slowSync');
  const { picture, ...others } = asked.data;
  const phone = store.phone(person);
  Object.assign(phone, Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)));
  if (picture !== undefined) phone.picture = picture === '' ? null : picture;
  store.touched();
  return success('Saved.', phone);
};

const challengeSchema = z.object({ challenge: z.string() });

const signChallenge: Act = (gateway, person, call) => {
  const session = own(gateway, person, call, (one) => one.asking?.person);
  const challenge = challengeSchema.safeParse(call.body).data?.challenge ?? session?.asking?.challenge;
  return challenge === undefined
    ? no('There is no challenge to sign.')
    : success('Signed.', { assertion: sign(challenge) });
};

const answer: Act = (gateway, person, call) => {
  const session = own(gateway, person, call, (one) => one.asking?.person);
  if (!session) return no('Nobody asks this phone for a passkey.');
  if (session.status === 'PASSKEY_REQUIRED') passkeyAnswered(gateway, session);
  else linked(gateway, session, person);
  return success(`Answered: ${session.status}.`);
};

const troubleSchema = z.object({ session: z.string(), trouble: z.enum([...troubles, 'none']) });

const trouble: Act = (gateway, person, call) => {
  const session = own(gateway, person, call, (one) => one.person);
  const asked = troubleSchema.safeParse(call.body);
  if (!session || !asked.success) return no('trouble takes session and one of gateway, whatsapp, silent, none');
  setTrouble(gateway, session, asked.data.trouble === 'none' ? undefined : asked.data.trouble);
  return success('So be it.');
};

export const phoneActs: Readonly<Record<string, Act>> = {
  scan,
  refuse,
  type: typeCode,
  remove,
  crash,
  ban,
  unban,
  settings,
  sign: signChallenge,
  answer,
  trouble,
};
