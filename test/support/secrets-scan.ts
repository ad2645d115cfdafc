import type { TrackedFile } from './tracked-files.ts';

/** Formats of credentials, by issuer. */
const shapes: Readonly<Record<string, RegExp>> = {
  'AWS access key': /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}\b/,
  'AWS secret key': /aws_?secret_?access_?key\W{1,6}[A-Za-z0-9/+]{40}\b/i,
  'Stripe key': /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  'Stripe webhook secret': /\bwhsec_[A-Za-z0-9+/]{24,}/,
  'Google key': /\bAIza[\w-]{35}\b/,
  'Google client secret': /\bGOCSPX-[\w-]{20,}/,
  'Amazon client secret': /\bamzn1\.oa2-cs\.v1\.[0-9a-f]{32,}/,
  'Amazon token': /\bAtz[ar]\|[\w+/-]{40,}/,
  'Slack token': /\bxox[abeoprs]-[\w-]{10,}/,
  'GitHub token': /\b(?:gh[oprsu]_\w{30,}|github_pat_\w{22,})/,
  'npm token': /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*\S{8,}/,
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  'signed token': /\beyJ[\w-]{15,}\.[\w-]{15,}\.[\w-]{15,}/,
  'address with a password': /\b(?:https?|postgres|mysql|redis|amqp):\/\/[^\s:@/'"`$]{2,}:[^\s@/'"`$]{4,}@/,
};

/** A word of this length and mix of characters is random. */
const word = /(?<![\w+/=-])[A-Za-z0-9+/_-]{32,}={0,2}(?![\w+/=-])/g;

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** Hashes are random but not secret. */
const isHash = (text: string): boolean => /^(?:sha\d+-|[0-9a-f]+$)/.test(text);

const looksRandom = (text: string): boolean =>
  !isHash(text) &&
  /[a-z]/.test(text) &&
  /[A-Z]/.test(text) &&
  (text.match(/\d/g) ?? []).length >= 3 &&
  entropyOf(text) > 4.2;

/** Returns each location without repeating the secret. */
export function secretsIn({ path, text }: TrackedFile): string[] {
  const known = Object.entries(shapes).flatMap(([kind, shape]) => (shape.test(text) ? [`${path}: ${kind}`] : []));
  const random = [...text.matchAll(word)]
    .filter(([found]) => looksRandom(found))
    .map(([found], _, all) => `${path}: random ${found.slice(0, 6)}… (${all.length})`);
  return [...new Set([...known, ...random])];
}
