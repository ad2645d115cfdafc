import * as z from 'zod/mini';

const message = z.record(z.string(), z.unknown());
const wrapper = z.object({ message });

type Message = z.output<typeof message>;

/** Names of WhatsApp's own message fields: a change of an older message, or its deletion. */
export const isEditName = (name: string | null | undefined): boolean =>
  /^(?:protocol|secretEncrypted)Message$|edited/i.test(name ?? '');

/**
 * The message in a wrapper, such as that of disappearing messages, of the owner's other devices, of forwarded answers of a
 * bot or of pictures in an album. WhatsApp gives all of them one form, so that a client can read those that it does not know.
 */
export const unwrapped = (fields: Message): Message | undefined =>
  Object.entries(fields)
    .map(([name, value]) => (isEditName(name) ? undefined : wrapper.safeParse(value).data?.message))
    .find((one) => one !== undefined);

const deepest = 5;

/** An edit has its own id and would fire again. */
export function isEdit(fields: Message, depth = 0): boolean {
  if (Object.entries(fields).some(([name, value]) => isEditName(name) && value !== undefined && value !== null))
    return true;
  const inner = depth < deepest ? unwrapped(fields) : undefined;
  return inner !== undefined && isEdit(inner, depth + 1);
}
