// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { aChallenge, anAssertion } from '#web/testing/a-passkey.ts';

import { readAssertion, readText } from './read-answer.ts';

const challenge = aChallenge('a-_w');
const assertion = { ...anAssertion('a-_w'), extra: { kept: true } };

test('reads a response to this challenge unchanged, ignoring surrounding whitespace', () => {
  expect(readText(`\n ${JSON.stringify(assertion, null, 2)}\t`, challenge)).toEqual({ outcome: 'signed', assertion });
});

test.each(['a-_w', 'a+/w', 'a+/w=='])('accepts the challenge in another base64 alphabet: %s', (asked) => {
  expect(readAssertion(assertion, aChallenge(asked))).toEqual({ outcome: 'signed', assertion });
});

test('recognizes a response to another challenge', () => {
  expect(readAssertion(assertion, aChallenge('b25l'))).toEqual({ outcome: 'otherRequest' });
});

test.each(['', '  \n'])('treats %j as empty', (text) => {
  expect(readText(text, challenge)).toEqual({ outcome: 'empty' });
});

test('recognizes the script itself', () => {
  expect(readText('(function () { navigator.credentials.get({}) })()', challenge)).toEqual({ outcome: 'script' });
});

const without = (field: 'id' | 'rawId' | 'type' | 'response') => ({ ...assertion, [field]: undefined });

test.each([
  'not json',
  'null',
  '"text"',
  '[1]',
  '{}',
  JSON.stringify(challenge),
  JSON.stringify(assertion).slice(0, -20),
  ...(['id', 'rawId', 'type', 'response'] as const).map((field) => JSON.stringify(without(field))),
  JSON.stringify({ ...assertion, type: 'password' }),
  JSON.stringify({ ...assertion, response: { ...assertion.response, signature: '' } }),
  JSON.stringify({ ...assertion, response: { ...assertion.response, clientDataJSON: '!!' } }),
  JSON.stringify({ ...assertion, response: { ...assertion.response, clientDataJSON: 'e30' } }),
])('rejects the incomplete response %s', (text) => {
  expect(readText(text, challenge)).toEqual({ outcome: 'unreadable' });
});

test('never throws and never accepts arbitrary input as signed', { tags: 'threat-fake-passkey' }, () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), fc.json(), (answer, text, json) => {
      for (const read of [readAssertion(answer, challenge), readText(text, challenge), readText(json, challenge)])
        expect(read.outcome).not.toBe('signed');
    }),
  );
});
