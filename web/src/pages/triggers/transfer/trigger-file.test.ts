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

test('exports names, descriptions and switches, but no ids and addresses', () => {
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

test('finds that exported triggers already exist in their workspace', () => {
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
])('for %s refuses the file: %s', (text, problem) => {
  expect(readFile(text.slice(0, 100_000), [])).toBe(problem);
});

test('validates each trigger separately', () => {
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

test('exports confirmations, and checks name and limit of the second device', () => {
  const receipt = { since: '2026-03-04T10:00:00.000Z', heard: 0, silent: 0 };
  const text = fileOf([{ name: 'Good night', enabled: true, receipt }]);
  expect(JSON.parse(text)).toMatchObject({ triggers: [{ name: 'Good night', enabled: true, receipt: true }] });
  expect(readFile(text, [])).toEqual([{ name: 'Good night', enabled: true, receipt: true, state: 'new' }]);
  const refused = { state: 'refused', reason: 'trigger.nameTaken' };
  expect(readFile(text, [{ name: 'Good night OK' }])).toMatchObject([refused]);
  expect(readFile(file([{ name: 'gate ok' }]), [{ name: 'Gate', receipt }])).toMatchObject([
    { state: 'refused', reason: 'trigger.confirmingNameTaken' },
  ]);

  const lights = Array.from({ length: 297 }, (_, index) => ({ name: `Light ${index}` }));
  const both = file([{ name: 'Gate', receipt: true }, { name: 'Door', receipt: true }, { name: 'Lamp' }]);
  expect(readFile(both, lights)).toMatchObject([
    { state: 'new' },
    { state: 'refused', reason: 'trigger.limitReached' },
    { state: 'new' },
  ]);
  expect(readFile(both, [...lights, { name: 'Yard', receipt }])).toMatchObject([
    { state: 'refused', reason: 'trigger.limitReached' },
    { state: 'refused', reason: 'trigger.limitReached' },
    { state: 'new' },
  ]);
});

test('adds no more triggers than Alexa allows', () => {
  const present = Array.from({ length: 299 }, (_, index) => `Light ${index}`);
  expect(look([{ name: 'Light 0' }, { name: 'Gate' }, { name: 'Door' }], present)).toMatchObject([
    { state: 'exists' },
    { state: 'new' },
    { state: 'refused', reason: 'trigger.limitReached' },
  ]);
});

const conditions = {
  coolDownSeconds: 90,
  hours: [{ days: [1, 5], from: '08:00', to: '18:00' }],
  channels: ['webhook' as const, 'group' as const],
  networks: ['203.0.113.0/24'],
  from: '2026-11-25T00:00:00.000Z',
  until: '2026-12-25T00:00:00.000Z',
};

test('exports each condition, and none for a trigger without conditions', () => {
  const text = fileOf([
    { name: 'Gate', enabled: true, conditions },
    { name: 'Lamp', enabled: true, conditions: {} },
  ]);
  expect(JSON.parse(text)).toMatchObject({ triggers: [{ name: 'Gate', conditions }, { name: 'Lamp' }] });
  expect(text.match(/"conditions"/g)).toHaveLength(1);
  expect(readFile(text, [])).toEqual([
    { name: 'Gate', enabled: true, conditions, state: 'new' },
    { name: 'Lamp', enabled: true, state: 'new' },
  ]);
});

test('omits senders, so their trigger is imported disabled with its other conditions', () => {
  const text = fileOf([
    { name: 'Gate', enabled: true, conditions: { people: ['0123456789ab'], coolDownSeconds: 90 } },
    { name: 'Door', enabled: true, conditions: { people: ['0123456789ab'] } },
  ]);
  expect(text).not.toContain('0123456789ab');
  expect(readFile(text, [])).toEqual([
    { name: 'Gate', enabled: false, people: true, conditions: { coolDownSeconds: 90 }, state: 'new' },
    { name: 'Door', enabled: false, people: true, state: 'new' },
  ]);
  expect(look([{ name: 'Gate', conditions: { people: ['0123456789ab'] } }])).toEqual([
    { name: 'Gate', enabled: false, people: true, state: 'new' },
  ]);
});

test('refuses a trigger with unknown conditions', () => {
  const hours = { days: [1], from: '08:00', to: '18:00' };
  const rows = [
    { networks: 'home' },
    { coolDownSeconds: 60, weather: 'dry' },
    { hours: [{ ...hours, except: '12:00' }] },
    { channels: ['fax'] },
    'none',
  ];
  expect(look(rows.map((each) => ({ name: 'Gate', conditions: each })))).toEqual(
    rows.map(() => ({ name: 'Gate', enabled: true, state: 'refused', reason: 'conditionsUnread' })),
  );
});
