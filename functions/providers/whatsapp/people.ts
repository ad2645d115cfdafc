import { displayNameFrom } from '#shared/rules/names.ts';

import type { LineSelf, MessageSender } from './gateway.ts';

/** An address, with an optional agent and device. */
const person = /^(\d{3,20})(?:_\d+)?(?:[.:]\d+)*@([\w.-]+)$/;

/**
 * WAHA writes `@c.us`. A business whose device is hosted by Meta sends from a hosted address of the same account.
 * https://pkg.go.dev/go.mau.fi/whatsmeow/types#pkg-constants
 */
const hosts: ReadonlyMap<string | undefined, string> = new Map([
  ['s.whatsapp.net', 's.whatsapp.net'],
  ['c.us', 's.whatsapp.net'],
  ['hosted', 's.whatsapp.net'],
  ['lid', 'lid'],
  ['hosted.lid', 'lid'],
]);

/** The normalised address, without the device. */
export function personId(text: string | null | undefined): string | undefined {
  const [, digits, written] = person.exec(text ?? '') ?? [];
  const host = hosts.get(written?.toLowerCase());
  return digits === undefined || host === undefined ? undefined : `${digits}@${host}`;
}

const address = /^([^\s@]{1,60}?)(?:[.:]\d+)*(?:@([\w.-]{1,60}))?$/;
const notPeople: ReadonlySet<string> = new Set(['g.us', 'broadcast', 'newsletter']);

/** Returns a person with an unknown kind of address, which is neither a phone nor a LID. */
function strangerIn(text: string | null | undefined): { id: string; host: string } | undefined {
  const [, user, written = 'none'] = address.exec(text ?? '') ?? [];
  const host = written.toLowerCase();
  if (user === undefined || notPeople.has(host) || personId(text) !== undefined) return undefined;
  return { id: `${user}@${host}`, host };
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

/** Reads an address of the line itself, for which bare digits are a phone. */
export const ownId = (text: string | null | undefined): string | undefined =>
  personId(/^\+?\d+$/.test(text ?? '') ? `${text?.replace('+', '')}@s.whatsapp.net` : text);

/** Undefined before the QR code is scanned. */
export function selfOf(fields: SelfFields): LineSelf | undefined {
  const phone = phoneOf(ownId(fields.id));
  if (phone === undefined) return undefined;
  const lid = lidOf(fields.lid);
  const displayName = displayNameFrom(fields.name ?? '') || undefined;
  return { phone, ...(lid !== undefined && { lid }), ...(displayName !== undefined && { displayName }) };
}

/**
 * The sender of a message without any address. It has no name, because a condition that selects it would match every
 * such sender.
 */
export const unknownSender: MessageSender = { id: 'nobody@none', unknownHost: 'none' };

/** A known address takes precedence in any position. */
export function senderOf(
  addresses: readonly (string | null | undefined)[],
  name: string | null | undefined,
): MessageSender | undefined {
  const stranger = addresses.map(strangerIn).find((one) => one !== undefined);
  const id = addresses.map(personId).find((one) => one !== undefined) ?? stranger?.id;
  if (id === undefined) return undefined;
  const phone = addresses.map(phoneOf).find((one) => one !== undefined);
  const displayName = displayNameFrom(name ?? '') || undefined;
  return {
    id,
    ...(phone !== undefined && { phone }),
    ...(displayName !== undefined && { displayName }),
    ...(stranger && { unknownHost: stranger.host }),
  };
}
