import * as z from 'zod/mini';

/** A number; some servers send it as a string. */
export const numeral = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d{1,15}(?:\.\d{1,15})?$/))]),
  z.transform(Number),
);
