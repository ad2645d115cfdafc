import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { isRecord, type Sandbox } from './kit.ts';

const DEBOUNCE_MS = 250;

/** Keeps what the sandboxes know in one file between runs; without a file it keeps nothing. */
export function stateFile(file: string | undefined) {
  let timer: NodeJS.Timeout | undefined;
  let sandboxes: readonly Sandbox[] = [];

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (file === undefined) return;
    const kept = Object.fromEntries(sandboxes.map((one) => [one.name, one.store.snapshot()]));
    mkdirSync(dirname(file), { recursive: true });
    // Written aside and renamed, so that a stop in the middle leaves the old file whole.
    writeFileSync(`${file}.new`, JSON.stringify(kept));
    renameSync(`${file}.new`, file);
  }

  return {
    /** Gives each sandbox back what it knew. A file that cannot be read counts as none. */
    restore(all: readonly Sandbox[]): void {
      sandboxes = all;
      const kept = file === undefined ? undefined : read(file);
      if (!isRecord(kept)) return;
      for (const one of all) if (kept[one.name] !== undefined) one.store.restore(kept[one.name]);
    },
    changed: (): void => {
      if (file !== undefined) timer ??= setTimeout(write, DEBOUNCE_MS);
    },
    write,
  };
}

function read(file: string): unknown {
  try {
    const kept: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    return kept;
  } catch {
    return undefined;
  }
}
