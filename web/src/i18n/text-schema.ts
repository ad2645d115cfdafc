import shapes from 'virtual:text-shapes';
import * as z from 'zod/mini';

import { placeholdersIn, type TextShape } from './text-shape.ts';

/** Returns the paths that are missing, additional, or have other placeholders than the English text. */
export function wrongPaths(file: string, texts: unknown): string[] {
  const parsed = schemaFor(shapes[file] ?? {}).safeParse(texts);
  return parsed.success ? [] : parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
}

export function schemaFor(shape: TextShape): z.ZodMiniType {
  if (typeof shape === 'string') {
    return z.string().check(
      z.minLength(1),
      z.refine((text) => placeholdersIn(text) === shape),
    );
  }
  return z.strictObject(Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, schemaFor(inner)])));
}
