/** Values are the text as written, without YAML's type conversion. */
export type Yaml = string | readonly Yaml[] | { readonly [name: string]: Yaml };

type Line = { indent: number; text: string };

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trimEnd())
    .filter((line) => line.trim() !== '')
    .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim() }));

const scalar = (text: string): Yaml => {
  if (text === '{}') return {};
  if (text.startsWith('[') && text.endsWith(']'))
    return text
      .slice(1, -1)
      .split(',')
      .map((each) => each.trim());
  return text.replace(/^(['"])(.*)\1$/, '$2');
};

function below(lines: Line[], indent: number): Line[] {
  const end = lines.findIndex((line) => line.indent <= indent);
  return lines.splice(0, end === -1 ? lines.length : end);
}

function entry(text: string, rest: Line[], indent: number): readonly [string, Yaml] {
  const [, name = '', value = ''] = /^([\w./-]+):(?:\s+(.*))?$/.exec(text) ?? [];
  if (name === '') throw new Error(`This reader does not know what "${text}" means`);
  const inner = below(rest, indent);
  if (value === '|') return [name, inner.map((line) => line.text).join('\n')];
  return [name, value === '' ? block(inner) : scalar(value)];
}

function block(lines: Line[]): Yaml {
  const [first] = lines;
  if (!first) return '';
  const items: Yaml[] = [];
  const entries: (readonly [string, Yaml])[] = [];
  while (lines.length > 0) {
    const { indent, text } = lines.shift() ?? first;
    if (!text.startsWith('- ')) entries.push(entry(text, lines, indent));
    // An item is a block that begins after the dash.
    else items.push(item([{ indent: indent + 2, text: text.slice(2) }, ...below(lines, indent)]));
  }
  return items.length > 0 ? items : Object.fromEntries(entries);
}

const item = (lines: Line[]): Yaml => {
  const [only] = lines;
  return only && lines.length === 1 && !/^[\w./-]+:(\s|$)/.test(only.text) ? scalar(only.text) : block(lines);
};

/** Parses blocks, lists and multi-line texts of workflow files; throws on other YAML. */
export const readBlockYaml = (text: string): Yaml => block(linesOf(text));
