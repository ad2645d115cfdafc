import { describe, expect, test } from 'vitest';

import { secretsIn } from './secrets-scan.ts';
import { trackedFiles } from './tracked-files.ts';

/** Matches that are not secrets, with the reason. */
const explained: Readonly<Record<string, string>> = {
  'cdk.json: random bastio… (1)': 'the name of a feature flag of the CDK',
  'functions/platform/hashes.test.ts: random ungWv4… (1)': 'the published SHA-256 of "abc"',
  'test/infra/allowed-permissions.ts: random edge/C… (1)': 'the name that the CDK gives to the role of its own helper',
  'test/wire/whatsapp/evolution-webhook.test.ts: random eyJhcH… (1)':
    'the body of a token that is not signed, on purpose',
};

/** Contains integrity hashes of packages; another test checks the rest of the file. */
const isLock = (path: string): boolean => path === 'package-lock.json';

test('finds no unexplained secrets in tracked files', { tags: 'threat-secret-in-code' }, () => {
  const files = trackedFiles().filter(({ path }) => !isLock(path));
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap(secretsIn);
  expect(found.filter((place) => !(place in explained))).toEqual([]);
  expect(Object.keys(explained).filter((place) => !found.includes(place))).toEqual([]);
});

describe('secretsIn', () => {
  const letters = ['qW7eR2tY9uI4oP1a', 'S6dF3gH8jK5lZ0xC'].join('');
  // Assembled here so that this file contains no match.
  test.each([
    ['an AWS access key', ['AKIA', 'IOSFODNN7EXAMPLE'].join('')],
    ['a Stripe key', ['sk', 'live', letters].join('_')],
    ['a Stripe webhook secret', ['whsec', letters].join('_')],
    ['a Google key', `AIza${letters}abc`],
    ['a Slack token', ['xoxb', '123456789012', letters].join('-')],
    ['a GitHub token', ['ghp', letters].join('_')],
    ['a private key', ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ')],
    ['a signed token', [`eyJ${letters}`, letters, letters].join('.')],
    ['an address with a password', ['https://ana', 'secret@host.example'].join(':')],
    ['a random word', letters],
  ])('finds %s', (_, text) => {
    expect(secretsIn({ path: 'a.ts', text: `const it = '${text}';` })).not.toEqual([]);
  });

  test('ignores hashes, long names and sentences', () => {
    const text = `d41d8cd98f00b204e9800998ecf8427e a-very-long-name-of-a-file-that-somebody-chose aVeryLongNameOfAFunctionThatSomebodyChose`;
    expect(secretsIn({ path: 'a.ts', text })).toEqual([]);
  });
});
