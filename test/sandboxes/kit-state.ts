import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { isRecord, type Sandbox } from './kit.ts';

const DEBOUNCE_MS = 250;

/** Stores nothing without a file. */
export function stateFile(file: string | undefined) {
  let timer: NodeJS.Timeout | undefined;
  let sandboxes: readonly Sandbox[] = [];

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (file === undefined) return;
    const kept = Object.fromEntries(sandboxes.map((one) => [one.name, one.store.snapshot()]));
    mkdirSync(dirname(file), { recursive: true });
    // Written to another file and renamed, so that an interrupted write leaves the old file intact.
    writeFileSync(`${file}.new`, JSON.stringify(kept));
    renameSync(`${file}.new`, file);
  }

  return {
    /** Ignores an unreadable file. */
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
