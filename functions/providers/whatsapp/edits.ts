import * as z from 'zod/mini';

const message = z.record(z.string(), z.unknown());
const wrapper = z.object({ message });

type Message = z.output<typeof message>;

/** Whether a field of a WhatsApp message changes or deletes an older message. */
export const isEditName = (name: string | null | undefined): boolean =>
  /^(?:protocol|secretEncrypted)Message$|edited/i.test(name ?? '');

/**
 * Returns the message inside a wrapper, such as that of disappearing messages, messages of the owner's other devices,
 * forwarded bot replies or album pictures. All wrappers have the same form, so that clients can read unknown ones.
 */
export const unwrapEdit = (fields: Message): Message | undefined =>
  Object.entries(fields)
    .map(([name, value]) => (isEditName(name) ? undefined : wrapper.safeParse(value).data?.message))
    .find((one) => one !== undefined);

const deepest = 5;

/** An edit has its own id, so it would fire again. */
export function isEdit(fields: Message, depth = 0): boolean {
  if (Object.entries(fields).some(([name, value]) => isEditName(name) && value !== undefined && value !== null))
    return true;
  const inner = depth < deepest ? unwrapEdit(fields) : undefined;
  return inner !== undefined && isEdit(inner, depth + 1);
}
