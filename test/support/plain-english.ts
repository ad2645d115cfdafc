import { parseSync } from 'vite';

/** Constructions that authors of technical English avoid. */
const stilted = [
  /\b(?:is|are|was|were) no\b(?! longer| more)/i,
  /\bof (?:ours|theirs|hers|its own|their own|one's own|our own)\b/i,
  /\b(?:whoever|anew|meanwhile|beside|nobody)\b/i,
  /\b(?:is|are|was|were|be|been) (?:said|told|asked|worded|heard|meant)\b/i,
  /(?:^|[.;:] )(?:what|who|whose|whatever) /i,
  /\b(?:goes|go|went|gone|going) on\b/i,
  /\bby (?:itself|themselves)\b/i,
  /\ball the same\b/i,
  /\bto be had\b/i,
  /, too\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\bnot so\b/i,
  /\bas such\b/i,
  /\bat hand\b/i,
];

export const isStilted = (sentence: string): boolean => stilted.some((pattern) => pattern.test(sentence));

export type Prose = { comments: string[]; titles: string[] };

/** Returns the comments of a source file, and the titles of its tests without those of `describe`. */
export function proseOf(path: string, text: string): Prose {
  const { program, comments } = parseSync(path, text);
  const titles: string[] = [];
  visit(program, (node) => {
    if (node['type'] !== 'CallExpression' || !isTest(node['callee'])) return;
    const [first]: unknown[] = Array.isArray(node['arguments']) ? node['arguments'] : [];
    const title = isNode(first) ? titleOf(first) : undefined;
    if (title !== undefined) titles.push(title);
  });
  return {
    comments: comments.map(({ value }) =>
      value
        .replaceAll(/^\s*\*/gm, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
    titles,
  };
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function visit(value: unknown, see: (node: Node) => void): void {
  if (!isNode(value)) return;
  if (!Array.isArray(value)) see(value);
  for (const child of Object.values(value)) visit(child, see);
}

/** `test(...)`, `test.skip(...)`, `test.each(rows)(...)`. */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee['type'] === 'Identifier') return callee['name'] === 'test' || callee['name'] === 'it';
  const { object, property, callee: inner, tag } = callee;
  if (isNode(property) && property['name'] === 'describe') return false;
  return isTest(object ?? inner ?? tag);
}

function titleOf(node: Node): string | undefined {
  if (node['type'] === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node['type'] !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  const parts: unknown[] = node['quasis'];
  return parts.map((part) => (isNode(part) && isNode(part['value']) ? String(part['value']['raw']) : '')).join('…');
}
