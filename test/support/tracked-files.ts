import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type TrackedFile = { path: string; text: string };

/** Every file that git tracks or is about to track, except images. */
export function trackedFiles(): TrackedFile[] {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  return names
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '' && !/\.(?:png|ico|woff2?|jar|gif|jpe?g)$/.test(path))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(join(root, path), 'utf8') }];
      } catch {
        // Deleted on disk but still in git's index.
        return [];
      }
    });
}
