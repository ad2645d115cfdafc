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

test('the web app draws text and never markup, and runs no text as code', () => {
  expect(of('web').length).toBeGreaterThan(200);
  const markup =
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function\(|javascript:/i;
  expect(linesWith(of('web'), markup)).toEqual([]);
});

test('a page that opens in a new tab gets no hold of ours', () => {
  const opening = of('web').flatMap(({ path, text }) =>
    [...text.matchAll(/<\w+\b[^>]*?target="_blank"[^>]*?>/g)].map(([tag]) => ({ path, tag })),
  );
  expect(opening.length).toBeGreaterThanOrEqual(3);
  expect(opening.filter(({ tag }) => !/rel="[^"]*\bnoopener\b/.test(tag))).toEqual([]);
  expect(linesWith(of('web'), /window\.open\(/)).toEqual([]);
});

test('the browser keeps nothing that signs anybody in', () => {
  const stores = linesWith(of('web'), /(?:local|session)Storage|document\.cookie|indexedDB/);
  expect(stores.filter((line) => /token|secret|session(?!Storage)|password/i.test(line))).toEqual([]);
});

test('secrets are compared in constant time: nothing that is one is compared as any other text', () => {
  const compared = linesWith(
    of('functions'),
    /(?:hash|secret|token|signature|hmac|digest)\w*\)? [!=]== (?!undefined|null|'')/i,
  );
  expect(compared).toEqual([
    // Amazon's answer and its request, nothing of a caller's.
    'functions/alexa/events/renew-access-token.ts: if (answer.refreshToken !== undefined && answer.refreshToken !== refreshToken) {',
    // Both are hashes of our own records; no caller's value is compared.
    "functions/auth/finish-amazon-link.ts: if (person?.sessionIdHash !== link.sessionIdHash) throw new Refusal('auth.stateInvalid');",
    // The same record read twice, to notice a changed address.
    'functions/whatsapp/lines/line-address.ts: if (before?.generation !== seen.generation || before.lineHash !== old) return false;',
  ]);
  const constant = of('functions').filter(({ text }) => /import \{[^}]*timingSafeEqual/.test(text));
  expect(constant.map(({ path }) => path)).toContain('functions/platform/hashes.ts');
  const sameText = of('functions').filter(({ text }) => /\bsameText\(/.test(text));
  expect(sameText.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'functions/auth/attempt.ts',
      'functions/platform/http/request-origin.ts',
      'functions/triggers/webhook-caller.ts',
    ]),
  );
});

test('chance that protects something comes from the system', () => {
  const chance = linesWith([...of('functions'), ...of('shared')], /Math\.random\(/);
  // A retry's waiting time is no secret.
  expect(chance.filter((line) => !/pause|wait|jitter|delay|2 \*\* attempt/i.test(line))).toEqual([]);
});
