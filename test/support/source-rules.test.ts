import { expect, test } from 'vitest';

import { trackedFiles } from './tracked-files.ts';

const sources = trackedFiles().filter(
  ({ path }) => /^(?:functions|shared|web)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
);
const of = (folder: string) => sources.filter(({ path }) => path.startsWith(`${folder}/`));

const linesWith = (files: typeof sources, pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

test('renders no markup from text and evaluates no text as code in the web app', { tags: 'threat-xss' }, () => {
  expect(of('web').length).toBeGreaterThan(200);
  const markup =
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function\(|javascript:/i;
  expect(linesWith(of('web'), markup)).toEqual([]);
});

test('sets noopener on every link that opens a new tab', { tags: 'threat-tabnabbing' }, () => {
  const opening = of('web').flatMap(({ path, text }) =>
    [...text.matchAll(/<\w+\b[^>]*?target="_blank"[^>]*?>/g)].map(([tag]) => ({ path, tag })),
  );
  expect(opening.length).toBeGreaterThanOrEqual(3);
  expect(opening.filter(({ tag }) => !/rel="[^"]*\bnoopener\b/.test(tag))).toEqual([]);
  expect(linesWith(of('web'), /window\.open\(/)).toEqual([]);
});

test('stores nothing in the browser that could be used to sign in', { tags: 'threat-session-theft' }, () => {
  const stores = linesWith(of('web'), /(?:local|session)Storage|document\.cookie|indexedDB/);
  expect(stores.filter((line) => /token|secret|session(?!Storage)|password/i.test(line))).toEqual([]);
});

test('compares secrets only in constant time', { tags: 'threat-timing' }, () => {
  const compared = linesWith(
    of('functions'),
    /(?:hash|secret|token|signature|hmac|digest)\w*\)? [!=]== (?!undefined|null|'')/i,
  );
  expect(compared).toEqual([
    // Compares Amazon's response with its request, without a caller's value.
    'functions/alexa/events/renew-access-token.ts: if (answer.refreshToken !== undefined && answer.refreshToken !== refreshToken) {',
    // Compares hashes of stored records, without a caller's value.
    "functions/auth/finish-amazon-link.ts: if (person?.sessionIdHash !== link.sessionIdHash) throw new Refusal('auth.stateInvalid');",
    // Compares two reads of the same record to detect a changed address.
    'functions/whatsapp/lines/line-address.ts: if (before?.generation !== seen.generation || before.lineHash !== old) return false;',
  ]);
  const constant = of('functions').filter(({ text }) => /import \{[^}]*timingSafeEqual/.test(text));
  expect(constant.map(({ path }) => path)).toContain('functions/platform/hashes.ts');
  const sameText = of('functions').filter(({ text }) => /\bsameText\(/.test(text));
  expect(sameText.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['functions/platform/http/request-origin.ts', 'functions/triggers/webhook-caller.ts']),
  );
});

test('uses secure randomness for everything that needs protection', () => {
  const chance = linesWith([...of('functions'), ...of('shared')], /Math\.random\(/);
  // The delay of a retry is not secret.
  expect(chance.filter((line) => !/pause|wait|jitter|delay|2 \*\* attempt/i.test(line))).toEqual([]);
});
