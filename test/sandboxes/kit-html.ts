/** Markup with escaped values. */
export type Html = { readonly markup: string };
type Part = Html | string | number | undefined | readonly Part[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Escapes every value except Html. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: texts.map((text, i) => text + render(parts[i])).join('') };
}

/** Marks text of this folder as safe. */
export function trusted(markup: string): Html {
  return { markup };
}
