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

/** A title that begins like this can only be understood after the title of its group. */
export const continuesItsGroup = (title: string): boolean => /^(?:and|that|of|is|who|what)\b/i.test(title);

/** Returns whether a paragraph has a line of one word before its end, as after a careless reflow. */
export function hasLoneWord(comment: string): boolean {
  const lines = comment.split('\n').map((line) => line.replace(/^[\s*]+/, '').trimEnd());
  return lines.some(
    (line, index) =>
      /^[^\s@]*[^\s.:;]$/.test(line) && Boolean(lines[index - 1]) && /^[^\s@|-]/.test(lines[index + 1] ?? ''),
  );
}

/** Verbs whose base form ends like a participle. */
const baseForms = /^(?:bleed|breed|embed|exceed|feed|heed|need|proceed|seed|shed|speed|succeed|weed)$/;
const irregular =
  /^(?:begun|bound|built|chosen|done|drawn|found|forgotten|given|gone|heard|held|kept|known|learnt|left|lost|made|met|paid|said|seen|sent|shown|sold|spent|taken|thrown|told|written)$/;

/** A function called `checked` might check, return what was checked, or return whether something was. */
export const isParticiple = (name: string): boolean =>
  irregular.test(name) || (/^[a-z]+ed$/.test(name) && !baseForms.test(name));

/** Returns the sentences of a Markdown file with more than three words, without blocks of code. */
export const sentencesOf = (markdown: string): string[] =>
  markdown
    .replaceAll(/^```[^]*?^```/gm, '')
    .split(/(?<=[.;:])\s+|\n/)
    .filter((sentence) => sentence.trim().split(/\s+/).length > 3);

export type Prose = {
  comments: string[];
  /** Comments with a line of one word, as they are written. */
  broken: string[];
  titles: string[];
  functions: string[];
};

/** Returns the comments and function names of a source file, and its test titles without those of `describe`. */
export function proseOf(path: string, text: string): Prose {
  const { program, comments } = parseSync(path, text);
  const titles: string[] = [];
  const functions: string[] = [];
  visit(program, (node) => {
    const name = functionName(node);
    if (name !== undefined) functions.push(name);
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
    broken: comments.flatMap(({ value }) => (hasLoneWord(value) ? [value] : [])),
    titles,
    functions,
  };
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** `function check() {}`, `const check = () => {}`. */
function functionName({ type, id, init }: Node): string | undefined {
  const isFunction =
    type === 'FunctionDeclaration' ||
    (type === 'VariableDeclarator' && isNode(init) && /Function/.test(String(init['type'])));
  return isFunction && isNode(id) ? String(id['name']) : undefined;
}

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
