import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hashOf } from '#functions/platform/hashes.ts';
import { aGrantItem } from '#test/support/worlds/a-grant.ts';

import { handleSkillEvent, type SkillEventOutcome, type SkillEventDeps } from './handle-skill-event.ts';

const token = 'Atza|token-of-ana';
const foreign = 'Atza|token-of-another-application';
const known = 'amzn1.ask.account.KNOWN';
const unknown = 'amzn1.ask.account.UNKNOWN';

/** The stored state of Ana's permission when the event arrives. */
const stored = ['valid', 'accessEnded', 'skillDisabled', 'none'] as const;

function anEar(permission: (typeof stored)[number]) {
  const asked: string[] = [];
  const lines: string[] = [];
  const users = new Map([[hashOf(known), 'amzn1.ana']]);
  const deps: SkillEventDeps = {
    tokenToUser: (given) =>
      Promise.resolve(
        given === token
          ? { outcome: 'user', amazonUserId: 'amzn1.ana' }
          : { outcome: given === foreign ? 'foreign' : 'refused' },
      ),
    skillUsers: {
      keep: (userId, { amazonUserId }) => Promise.resolve(void users.set(hashOf(userId), amazonUserId)),
      find: (userId) => Promise.resolve(users.get(hashOf(userId))),
    },
    links: { find: () => Promise.resolve(undefined) },
    grants: {
      findGrant: (amazonUserId) => Promise.resolve(grantOf(amazonUserId, permission)),
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
  return { asked, lines, hear: (event: unknown) => handleSkillEvent(deps, event) };
}

function grantOf(amazonUserId: string, permission: (typeof stored)[number]) {
  if (permission === 'none') return undefined;
  return aGrantItem({ amazonUserId, ...(permission !== 'valid' && { state: 'revoked', revokedAs: permission }) });
}

/** An event as Alexa sends it, with unexpected parts. */
const types = ['SkillEnabled', 'SkillDisabled', 'SkillAccountLinked', 'SkillPermissionChanged', '__proto__'];
const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, '', '\u0000', [], {}, { length: 1 }, -1, token));
/** Mostly the expected value, so that every outcome occurs. */
const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: odd });
const message = fc.record(
  {
    context: mostly(
      fc.record({
        System: mostly(fc.record({ user: mostly(fc.record({ userId: mostly(fc.constantFrom(known, unknown)) })) })),
      }),
    ),
    request: mostly(
      fc.record(
        {
          type: mostly(fc.constantFrom(...types.map((type) => `AlexaSkillEvent.${type}`))),
          eventCreationTime: mostly(fc.constantFrom('2026-11-20T11:59:00Z', '1970-01-01T00:00:00Z')),
          timestamp: odd,
          body: mostly(fc.record({ accessToken: mostly(fc.constantFrom(token, foreign, 'Atza|ended')) })),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

const outcomes: Readonly<Record<SkillEventOutcome, true>> = {
  kept: true,
  noToken: true,
  tokenRefused: true,
  foreignToken: true,
  checking: true,
  older: true,
  unknownUser: true,
  noGrant: true,
  over: true,
  other: true,
  malformed: true,
};

test('returns a named outcome for any skill event, checks only known users and never logs a token', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(message, fc.jsonValue()), fc.constantFrom(...stored), async (event, permission) => {
      const ear = anEar(permission);
      const outcome = await ear.hear(event);
      seen.add(outcome);
      expect(Object.keys(outcomes)).toContain(outcome);
      expect(ear.asked.filter((about) => about !== 'amzn1.ana')).toEqual([]);
      expect(ear.asked).toHaveLength(outcome === 'checking' ? (permission === 'valid' ? 3 : 1) : 0);
      expect(ear.lines.filter((line) => line.includes(token) || line.includes(foreign))).toEqual([]);
    }),
    { numRuns: 4000 },
  );
  expect([...seen].toSorted()).toEqual(Object.keys(outcomes).toSorted());
});
