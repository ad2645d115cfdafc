import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Build = {
  /** Files and folders below it are the inputs. */
  root: string;
  inputs: readonly string[];
  /** What else decides, such as the version of Node. */
  also: readonly string[];
  output: string;
  /** Remembers which inputs gave which output. */
  record: string;
  build: () => Promise<unknown>;
};

/** Builds unless `output` is what exactly these inputs gave, both compared by content. */
export async function buildIfChanged({
  root,
  inputs,
  also,
  output,
  record,
  build,
}: Build): Promise<'built' | 'unchanged'> {
  const inputsNow = () =>
    fingerprint(
      inputs.map((input) => join(root, input)),
      also,
    );
  const remembered = (from: string) => `${from} ${fingerprint([output])}\n`;
  const from = inputsNow();
  if (textOf(record) === remembered(from)) return 'unchanged';
  rmSync(record, { force: true });
  await build();
  // A source that changed during the build may be in one half of the output.
  if (inputsNow() === from) {
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, remembered(from));
  }
  return 'built';
}

function fingerprint(paths: readonly string[], also: readonly string[] = []): string {
  const hash = createHash('sha256');
  add(hash, also.length, also.join('\0'));
  for (const path of paths) addPath(hash, path);
  return hash.digest('hex');
}

/** Lengths keep the end of one entry apart from the beginning of the next. */
function add(hash: Hash, length: number, content: string | Buffer): void {
  hash.update(`${length}:`).update(content).update('\n');
}

function addPath(hash: Hash, path: string): void {
  const kind = statSync(path, { throwIfNoEntry: false });
  add(hash, path.length, path);
  if (kind === undefined) return add(hash, 0, 'none');
  if (kind.isDirectory()) {
    for (const name of readdirSync(path).toSorted()) addPath(hash, join(path, name));
    return add(hash, 0, 'end');
  }
  const content = readFileSync(path);
  return add(hash, content.length, content);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
