import type { PasskeyChallenge } from '#shared/contracts/passkey.ts';

// oxlint-disable-next-line import/default -- Vite gives the text of the file
import source from './console-script.js?raw';

/** `about` becomes a comment at the top, for users who read what they paste. */
export type ScriptWords = Record<'about' | 'ready' | 'sign' | 'signed' | 'copied' | 'copy' | 'failed', string>;

/** Wraps the source for the developer console, which does not accept `export`. */
export const scriptFor = (challenge: PasskeyChallenge, { about, ...words }: ScriptWords): string =>
  `// ${about}\n${source.replace('export function', '(function').trim()})(${JSON.stringify(challenge)}, ${JSON.stringify(words)});\n`;
