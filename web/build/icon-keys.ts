import type { Plugin } from 'vite';

/**
 * Lucide gives each line of an icon a random React key, which does not compress. Lines never move, and React falls back
 * to their order; only its development build warns about missing keys.
 */
export function withoutIconKeys(): Plugin {
  return {
    name: 'recado-without-icon-keys',
    apply: 'build',
    transform: (code, id) =>
      /\/lucide-react\/.*\/icons\/[\w-]+\.mjs$/.test(id)
        ? { code: code.replaceAll(/, key: "\w+"/g, ''), map: null }
        : undefined,
  };
}
