// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fileOf, readFile } from './trigger-file.ts';

const file = (triggers: unknown, version: unknown = 1) => JSON.stringify({ version, triggers });
const look = (triggers: unknown[], present: string[] = []) =>
  readFile(
    file(triggers),
    present.map((name) => ({ name })),
  );

test('a file holds names, descriptions and switches, and no id or address', () => {
  const secret = { id: 'one', deviceId: 'trg-one', workspaceId: 7 };
  const text = fileOf([
    { ...secret, name: 'Good night', description: 'Lights off', enabled: true },
    { ...secret, name: 'Gate', enabled: false },
  ]);
  expect(JSON.parse(text)).toEqual({
    version: 1,
    triggers: [
      { name: 'Good night', description: 'Lights off', enabled: true },
      { name: 'Gate', enabled: false },
    ],
  });
  expect(readFile(text, [])).toEqual([
    { name: 'Good night', description: 'Lights off', enabled: true, state: 'new' },
    { name: 'Gate', enabled: false, state: 'new' },
  ]);
});

test('what is exported exists already where it came from', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,20}$/), { maxLength: 20, minLength: 1 });
  fc.assert(
    fc.property(names, (all) => {
      const triggers = all.map((name) => ({ name, enabled: true }));
      const rows = readFile(fileOf(triggers), triggers);
      expect(rows).toEqual(triggers.map((trigger) => ({ ...trigger, state: 'exists' })));
    }),
  );
});

test.each([
  ['', 'notJson'],
  ['{"version":1', 'notJson'],
  ['null', 'notOurs'],
  ['{"triggers":{}}', 'notOurs'],
  [file([{ name: 'Gate' }], 2), 'otherVersion'],
  [file([]), 'empty'],
  [file(Array.from({ length: 1001 }, () => ({}))), 'tooLarge'],
])('%s is refused as a whole: %s', (text, problem) => {
  expect(readFile(text.slice(0, 100_000), [])).toBe(problem);
});

test('each trigger is looked at by itself, and says what is wrong with it', () => {
  expect(
    look(
      [
        { name: ' Good  night ' },
        { name: 'PORTÃO' },
        { name: 'good night' },
        { name: 'ab' },
        { name: 'Lights!' },
        { name: 'Gate', description: 'x'.repeat(281) },
        { name: 'Door', enabled: 'yes' },
        { name: 7 },
        'Gate',
      ],
      ['Portao'],
    ),
  ).toEqual([
    { name: 'Good night', enabled: true, state: 'new' },
    { name: 'PORTÃO', enabled: true, state: 'exists' },
    { name: 'good night', enabled: true, state: 'exists' },
    { name: 'ab', enabled: true, state: 'refused', reason: 'trigger.nameTooShort' },
    { name: 'Lights!', enabled: true, state: 'refused', reason: 'trigger.nameCharacters' },
    {
      name: 'Gate',
      description: 'x'.repeat(281),
      enabled: true,
      state: 'refused',
      reason: 'trigger.descriptionTooLong',
    },
    { name: 'Door', enabled: true, state: 'refused', reason: 'malformed' },
    { name: '', enabled: true, state: 'refused', reason: 'malformed' },
    { name: '', enabled: true, state: 'refused', reason: 'malformed' },
  ]);
});

test('no more triggers are added than Alexa takes', () => {
  const present = Array.from({ length: 299 }, (_, index) => `Light ${index}`);
  expect(look([{ name: 'Light 0' }, { name: 'Gate' }, { name: 'Door' }], present)).toMatchObject([
    { state: 'exists' },
    { state: 'new' },
    { state: 'refused', reason: 'trigger.limitReached' },
  ]);
});
