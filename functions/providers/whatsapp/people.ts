import { displayNameFrom } from '#shared/rules/names.ts';

import type { LineSelf } from './gateway.ts';

const person = /^(\d{3,20})(?:[.:]\d+)*@(c\.us|s\.whatsapp\.net|lid)$/;

/** One spelling, without the device; WAHA writes `@c.us`. */
export function personId(text: string | null | undefined): string | undefined {
  const [, digits, host] = person.exec(text ?? '') ?? [];
  if (digits === undefined) return undefined;
  return `${digits}@${host === 'lid' ? 'lid' : 's.whatsapp.net'}`;
}

/** Undefined for a LID, which hides the phone. */
export function phoneOf(text: string | null | undefined): string | undefined {
  const id = personId(text);
  return id?.endsWith('@s.whatsapp.net') ? id.slice(0, id.indexOf('@')) : undefined;
}

export function lidOf(text: string | null | undefined): string | undefined {
  const id = personId(text);
  return id?.endsWith('@lid') ? id : undefined;
}

export const isGroup = (text: string | null | undefined): text is string => /^[\d-]{5,60}@g\.us$/.test(text ?? '');

type SelfFields = { id?: string | null | undefined; lid?: string | null | undefined; name?: string | null | undefined };

/** Undefined before the scan. */
export function selfOf(fields: SelfFields): LineSelf | undefined {
  const phone = phoneOf(fields.id);
  if (phone === undefined) return undefined;
  const lid = lidOf(fields.lid);
  const displayName = displayNameFrom(fields.name ?? '') || undefined;
  return { phone, ...(lid !== undefined && { lid }), ...(displayName !== undefined && { displayName }) };
}

export function senderOf(addresses: readonly (string | null | undefined)[], name: string | null | undefined) {
  const id = addresses.map(personId).find((one) => one !== undefined);
  if (id === undefined) return undefined;
  const phone = addresses.map(phoneOf).find((one) => one !== undefined);
  const displayName = displayNameFrom(name ?? '') || undefined;
  return { id, ...(phone !== undefined && { phone }), ...(displayName !== undefined && { displayName }) };
}
