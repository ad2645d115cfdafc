const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * UUID version 7, which begins with the time. `random` is a UUID. https://www.rfc-editor.org/rfc/rfc9562#section-5.7
 */
export function timedId(at: Date, random: string): string {
  if (!uuid.test(random)) return random;
  const ms = at.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${random.slice(15)}`;
}

/** In milliseconds since 1970; undefined for an id without a time. */
export const timeOfId = (id: string): number | undefined =>
  uuid.test(id) && id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
