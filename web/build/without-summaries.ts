import type { Plugin } from 'vite';

/** On a line of its own. */
const summary = /^ *summary: (?:'[^'\n]*'|"[^"\n]*"),\n/gm;

/** Removes the sentences of the API document, which the app never reads and which weigh more than the calls. */
export function withoutSummaries(): Plugin {
  return {
    name: 'recado-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\/shared\/contracts\/[\w-]+\.ts$/.test(id) ? { code: code.replace(summary, ''), map: null } : undefined,
  };
}
