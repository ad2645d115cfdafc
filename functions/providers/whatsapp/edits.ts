import * as z from 'zod/mini';

const message = z.record(z.string(), z.unknown());
const wrapper = z.object({ message });

const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'botInvokeMessage',
  'groupMentionedMessage',
];

/**
 * The message in a wrapper; disappearing messages stay in theirs, as do the owner's from another device and those that
 * mention a bot or the group.
 */
export const unwrapped = (fields: z.output<typeof message>): z.output<typeof message> | undefined =>
  wrappers.map((name) => wrapper.safeParse(fields[name]).data?.message).find((one) => one !== undefined);

const edits = ['editedMessage', 'protocolMessage', 'secretEncryptedMessage'];

/** Names of WhatsApp's own message fields: a change of an older message, or its deletion. */
export const isEditName = (name: string | null | undefined): boolean => edits.includes(name ?? '');

const deepest = 5;

/** An edit has its own id and would fire again. */
export function isEdit(fields: z.output<typeof message>, depth = 0): boolean {
  if (edits.some((name) => fields[name] !== undefined && fields[name] !== null)) return true;
  const inner = depth < deepest ? unwrapped(fields) : undefined;
  return inner !== undefined && isEdit(inner, depth + 1);
}
