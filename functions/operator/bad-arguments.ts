/** Its message is a sentence for the terminal. It is thrown before anything is changed. */
export class BadArguments extends Error {
  override name = 'BadArguments';
}
