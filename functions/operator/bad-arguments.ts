/** A sentence for the terminal; nothing was done. */
export class BadArguments extends Error {
  override name = 'BadArguments';
}
