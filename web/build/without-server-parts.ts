import type { Plugin } from 'vite';

const sentence = String.raw`'[^'\n]*'|"[^"\n]*"`;
const shape = String.raw`z\.object\(\{ .* \}\)|z\.object\(\{\n(?: {6}.*\n)+ {4}\}\)|\w+`;
const facts = String.raw`access|status|owned|orNobody|mayConflict|unreadableParams`;

/** Rows of an endpoint, each on a line of its own, or down to the line that closes it. */
const serverParts = new RegExp(
  [
    String.raw`^ *summary: (?:${sentence}),\n`,
    String.raw`^ {4}(?:params|query|body): (?:${shape}),\n`,
    String.raw`^ {4}(?:${facts})(?:: .*)?,\n`,
  ].join('|'),
  'gm',
);

/**
 * The app calls by method, path and scope, and checks replies. What else a contract says is for the server and for the
 * API document, and weighs more than the calls.
 */
export function withoutServerParts(): Plugin {
  return {
    name: 'recado-without-server-parts',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\/shared\/contracts\/[\w-]+\.ts$/.test(id) ? { code: code.replace(serverParts, ''), map: null } : undefined,
  };
}
