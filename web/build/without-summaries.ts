import type { Plugin } from 'vite';

/** A row's sentence for the API document, on a line of its own. */
const summary = /^ *summary: (?:'[^'\n]*'|"[^"\n]*"),\n/gm;

/** Leaves the sentences of the API document out of the app, which never reads them: they weigh more than the calls. */
export function withoutSummaries(): Plugin {
  return {
    name: 'recado-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\/shared\/contracts\/[\w-]+\.ts$/.test(id) ? { code: code.replace(summary, ''), map: null } : undefined,
  };
}
