import type { LineSelf } from './gateway.ts';

const person = /^(\d{3,20})(?:[.:]\d+)*@(c\.us|s\.whatsapp\.net|lid)$/;

/**
 * A person's address as WhatsApp writes it, without the device and in one spelling; undefined for anything else. Both
 * vendors pass addresses on, one of them with the `@c.us` of WhatsApp's old web client.
 */
export function personId(text: string | null | undefined): string | undefined {
  const [, digits, host] = person.exec(text ?? '') ?? [];
  if (digits === undefined) return undefined;
  return `${digits}@${host === 'lid' ? 'lid' : 's.whatsapp.net'}`;
}

/** The digits of a phone's address; undefined for a LID, which hides a phone and never is one. */
export function phoneOf(text: string | null | undefined): string | undefined {
  const id = personId(text);
  return id?.endsWith('@s.whatsapp.net') ? id.slice(0, id.indexOf('@')) : undefined;
}

export function lidOf(text: string | null | undefined): string | undefined {
  const id = personId(text);
  return id?.endsWith('@lid') ? id : undefined;
}

export const isGroup = (text: string | null | undefined): text is string => /^[\d-]{5,60}@g\.us$/.test(text ?? '');

export const filled = (text: string | null | undefined): string | undefined => {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
};

type SelfFields = { id?: string | null | undefined; lid?: string | null | undefined; name?: string | null | undefined };

/** Whose number a line is; undefined before anybody has scanned. */
export function selfOf(fields: SelfFields): LineSelf | undefined {
  const phone = phoneOf(fields.id);
  if (phone === undefined) return undefined;
  const lid = lidOf(fields.lid);
  const displayName = filled(fields.name);
  return { phone, ...(lid !== undefined && { lid }), ...(displayName !== undefined && { displayName }) };
}

/** The first of these addresses that is a person, and the first that tells the person's phone. */
export function senderOf(addresses: readonly (string | null | undefined)[], name: string | null | undefined) {
  const id = addresses.map(personId).find((one) => one !== undefined);
  if (id === undefined) return undefined;
  const phone = addresses.map(phoneOf).find((one) => one !== undefined);
  const displayName = filled(name);
  return { id, ...(phone !== undefined && { phone }), ...(displayName !== undefined && { displayName }) };
}
