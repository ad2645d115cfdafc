import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hashOf } from '#functions/platform/hashes.ts';

import { hearSkillEvent, type SkillEventDeps } from './hear-skill-event.ts';

const token = 'Atza|token-of-ana';
const known = 'amzn1.ask.account.KNOWN';

function anEar() {
  const asked: string[] = [];
  const lines: string[] = [];
  const users = new Map([[hashOf(known), 'amzn1.ana']]);
  const deps: SkillEventDeps = {
    tokenToUser: (given) =>
      Promise.resolve(given === token ? { outcome: 'user', amazonUserId: 'amzn1.ana' } : { outcome: 'refused' }),
    skillUsers: {
      keep: (userId, { amazonUserId }) => Promise.resolve(void users.set(hashOf(userId), amazonUserId)),
      find: (userId) => Promise.resolve(users.get(hashOf(userId))),
    },
    links: { find: () => Promise.resolve(undefined) },
    grants: {
      findGrant: (amazonUserId) =>
        Promise.resolve({
          type: 'grant',
          amazonUserId,
          region: 'NA',
          state: 'valid',
          grantedAt: '2026-11-01T00:00:00.000Z',
          version: 1,
          sealedRefresh: 'sealed',
          workspaceId: 7,
        }),
    },
    outbox: {
      add: (entry) => {
        asked.push(entry.topic === 'checkGrant' ? entry.amazonUserId : entry.topic);
        return Promise.resolve('done');
      },
    },
    newId: () => 'id',
    log: (event, details, cause) => void lines.push(JSON.stringify([event, details, String(cause)])),
    now: () => new Date('2026-11-20T12:00:00.000Z'),
  };
  return { asked, lines, hear: (event: unknown) => hearSkillEvent(deps, event) };
}

/** As Alexa sends it, with parts that nobody expects. */
const types = ['SkillEnabled', 'SkillDisabled', 'SkillAccountLinked', 'SkillPermissionChanged', '__proto__'];
const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, '', '\u0000', [], {}, { length: 1 }, -1, token));
const message = fc.record(
  {
    context: fc.oneof(
      odd,
      fc.record({
        System: fc.oneof(
          odd,
          fc.record({ user: fc.oneof(odd, fc.record({ userId: fc.oneof(odd, fc.constant(known)) })) }),
        ),
      }),
    ),
    request: fc.oneof(
      odd,
      fc.record(
        {
          type: fc.oneof(odd, fc.constantFrom(...types.map((type) => `AlexaSkillEvent.${type}`))),
          eventCreationTime: fc.oneof(odd, fc.constantFrom('2026-11-20T11:59:00Z', '1970-01-01T00:00:00Z')),
          timestamp: odd,
          body: fc.oneof(odd, fc.record({ accessToken: fc.oneof(odd, fc.constant(token)) })),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

const outcomes = 'kept noToken tokenRefused checking older unknownUser other malformed'.split(' ');

test('whatever comes as a skill event has a named end, asks only about people who are known, and no token is logged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(message, fc.jsonValue()), async (event) => {
      const ear = anEar();
      expect(outcomes).toContain(await ear.hear(event));
      expect(ear.asked.filter((about) => about !== 'amzn1.ana')).toEqual([]);
      expect(ear.lines.filter((line) => line.includes(token))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
