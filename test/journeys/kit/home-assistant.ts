/** A scalar is text; a tagged scalar is replaced by the value of its tag. */
type Tree = { [key: string]: string | Tree };

/** Parses mappings by indentation, words, JSON strings and `!secret`. Anything else is an error. */
function readYaml(text: string, secrets: Tree): Tree {
  const root: Tree = {};
  const open = [{ indent: -1, at: root }];
  for (const line of text.split('\n')) {
    const [, space = '', key = '', scalar] = /^( *)([A-Za-z]\w*):(?: (\S.*))?$/.exec(line) ?? [];
    if (key === '') throw new Error(`Not a line of a mapping: ${line}`);
    while (open.length > 1 && (open.at(-1)?.indent ?? 0) >= space.length) open.pop();
    const parent = open.at(-1)?.at ?? root;
    const node: string | Tree = scalar === undefined ? {} : readScalar(scalar, secrets);
    parent[key] = node;
    if (typeof node !== 'string') open.push({ indent: space.length, at: node });
  }
  return root;
}

function readScalar(scalar: string, secrets: Tree): string {
  const [, secret] = /^!secret (\w+)$/.exec(scalar) ?? [];
  if (secret !== undefined) return textAt(secrets, secret);
  if (scalar.startsWith('"')) return String(JSON.parse(scalar));
  if (/^\w+$/.test(scalar)) return scalar;
  throw new Error(`Not a scalar that is read here: ${scalar}`);
}

function textAt(tree: Tree, key: string): string {
  const text = tree[key];
  if (typeof text !== 'string') throw new Error(`No text ${key} in ${JSON.stringify(tree)}`);
  return text;
}

function treeAt(tree: Tree, key: string): Tree {
  const inner = tree[key];
  if (inner === undefined || typeof inner === 'string') throw new Error(`No mapping ${key} in ${JSON.stringify(tree)}`);
  return inner;
}

type RestCommand = { name: string; url: string; method: string; headers: Record<string, string> };

/** The action that Home Assistant offers with these two files, and the request that it sends. */
export function restCommandIn(configuration: string, secrets: string): RestCommand {
  const commands = treeAt(readYaml(configuration, readYaml(secrets, {})), 'rest_command');
  const [name = '', ...more] = Object.keys(commands);
  if (!/^[a-z0-9_]+$/.test(name) || more.length > 0) throw new Error(`Not one action: ${Object.keys(commands).join()}`);
  const command = treeAt(commands, name);
  const headers = treeAt(command, 'headers');
  return {
    name,
    url: textAt(command, 'url'),
    method: textAt(command, 'method').toUpperCase(),
    headers: Object.fromEntries(Object.keys(headers).map((header) => [header, textAt(headers, header)])),
  };
}
