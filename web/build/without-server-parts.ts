import type { Plugin } from 'vite';

const sentence = String.raw`'[^'\n]*'|"[^"\n]*"`;
const shape = String.raw`z\.object\(\{ .* \}\)|z\.object\(\{\n(?: {6}.*\n)+ {4}\}\)|\w+`;
const facts = String.raw`access|status|owned|orNobody|mayConflict|unreadableParams`;

/** Properties of an endpoint: each on its own line, or all lines up to the closing one. */
const serverParts = new RegExp(
  [
    String.raw`^ *summary: (?:${sentence}),\n`,
    String.raw`^ {4}(?:params|query|body): (?:${shape}),\n`,
    String.raw`^ {4}(?:${facts})(?:: .*)?,\n`,
  ].join('|'),
  'gm',
);

/**
 * The app needs only method, path, scope and reply schema. The rest of a contract is for the server and the API
 * document, and is larger than what the app needs.
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
