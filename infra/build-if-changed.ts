import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Build = {
  /** The folder that contains the inputs, which are files and folders. */
  root: string;
  inputs: readonly string[];
  /** Other inputs, such as the version of Node. */
  also: readonly string[];
  output: string;
  /** A file that records which inputs led to which output. */
  record: string;
  build: () => Promise<unknown>;
};

/** Builds unless the inputs and the output are the same as after the last build. Compares both by content. */
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
  const recordText = (from: string) => `${from} ${fingerprint([output])}\n`;
  const from = inputsNow();
  if (textOf(record) === recordText(from)) return 'unchanged';
  rmSync(record, { force: true });
  await build();
  // If a source has changed during the build, the output may be inconsistent, so it is not recorded.
  if (inputsNow() === from) {
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, recordText(from));
  }
  return 'built';
}

function fingerprint(paths: readonly string[], also: readonly string[] = []): string {
  const hash = createHash('sha256');
  add(hash, also.length, also.join('\0'));
  for (const path of paths) addPath(hash, path);
  return hash.digest('hex');
}

/** Adds the length of an entry, so that text which moves to the next entry changes the hash. */
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
