/** The tree of a language file, with each text replaced by the names of its placeholders. */
export type TextShape = string | { readonly [key: string]: TextShape };

export type TextTree = string | { readonly [key: string]: TextTree };

export const shapeOf = (texts: TextTree): TextShape =>
  typeof texts === 'string'
    ? placeholdersIn(texts)
    : Object.fromEntries(Object.entries(texts).map(([key, inner]) => [key, shapeOf(inner)]));

/** Sorted and unique: "count,name". */
export function placeholdersIn(text: string): string {
  const names = Array.from(text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g), (match) => match[1] ?? '');
  return Array.from(new Set(names)).sort().join(',');
}
