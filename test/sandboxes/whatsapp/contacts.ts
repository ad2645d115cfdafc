import { randomBytes, randomInt } from 'node:crypto';

import type { SandboxWorld } from '../world.ts';
import type { Session } from './entities.ts';

/** A phone number, and an id that does not reveal it. */
export type Contact = {
  person: string;
  /** Digits with the country code, without `+`. */
  phone: string;
  /** In the form `<digits>@lid`. */
  lid: string;
};

/** The first user has `5511955500001`. */
export function contactOf(world: Pick<SandboxWorld, 'people'>, person: string): Contact {
  const place = world.people.findIndex((one) => one.key === person) + 1;
  if (place === 0) throw new Error(`nobody is called ${person}`);
  const digits = String(place).padStart(4, '0');
  return { person, phone: `551195550${digits}`, lid: `70010020${digits}@lid` };
}

export function personOf(world: Pick<SandboxWorld, 'people'>, address: string): string | undefined {
  const digits = address.split('@')[0] ?? '';
  const found = world.people.find(({ key }) => {
    const { phone, lid } = contactOf(world, key);
    return phone === digits || lid === `${digits}@lid`;
  });
  return found?.key;
}

export function meOf(world: Pick<SandboxWorld, 'people'>, { person, device }: Session, pushName: string) {
  if (person === undefined) return null;
  const { phone, lid } = contactOf(world, person);
  return { id: `${phone}@c.us`, pushName, lid, jid: `${phone}:${device}@s.whatsapp.net` };
}

export const groupJid = (id: string): string => `${id}@g.us`;

/** The prefix of a message id shows what sent it. */
export const newMessageId = (from: 'phone' | 'api'): string =>
  `${from === 'phone' ? '3A' : '3EB0'}${randomBytes(9).toString('hex').toUpperCase()}`;

export const newGroupId = (): string => `120363${String(randomInt(10 ** 12)).padStart(12, '0')}`;

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** `evt_` and 26 characters that sort by time. https://github.com/ulid/spec */
export function newEventId(now: number): string {
  let time = '';
  for (let rest = now; time.length < 10; rest = Math.floor(rest / 32)) time = (CROCKFORD[rest % 32] ?? '') + time;
  const random = Array.from(randomBytes(16), (byte) => CROCKFORD[byte % 32] ?? '').join('');
  return `evt_${time}${random}`;
}
