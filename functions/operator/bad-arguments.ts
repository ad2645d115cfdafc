/** What was typed makes no sense, as one sentence for whoever typed it; nothing was done. */
export class BadArguments extends Error {
  override name = 'BadArguments';
}
