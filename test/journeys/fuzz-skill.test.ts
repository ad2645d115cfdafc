import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { fuzzRun, replay } from '../hostile/fuzz-run.ts';
import { hostileValue } from '../hostile/values.ts';
import { stackControls } from '../local/local-client.ts';

beforeAll(() => console.log(`Hostile directives: ${replay}`));

const message = z.object({
  event: z.object({ header: z.object({ namespace: z.string(), name: z.string() }), payload: z.looseObject({}) }),
});

const or = (right: string) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: hostileValue });
const directives = fc.oneof(
  hostileValue,
  fc.record({
    directive: fc.record(
      {
        header: fc.record(
          {
            namespace: fc.oneof(
              fc.constantFrom('Alexa', 'Alexa.Authorization', 'Alexa.Discovery', 'Alexa.SceneController', '__proto__'),
              hostileValue,
            ),
            name: fc.oneof(fc.constantFrom('AcceptGrant', 'Discover', 'Activate', 'ReportState'), hostileValue),
            messageId: or('a-message'),
            payloadVersion: or('3'),
            correlationToken: or('token'),
          },
          { requiredKeys: [] },
        ),
        endpoint: fc.record(
          {
            endpointId: or('trg-00000000-0000-4000-8000-000000000001'),
            scope: fc.record({ type: or('BearerToken'), token: hostileValue }),
          },
          { requiredKeys: [] },
        ),
        payload: fc.oneof(
          hostileValue,
          fc.record({
            scope: fc.record({ type: or('BearerToken'), token: hostileValue }),
            grant: fc.record({ type: or('OAuth2.AuthorizationCode'), code: hostileValue }),
            grantee: fc.record({ type: or('BearerToken'), token: hostileValue }),
          }),
        ),
      },
      { requiredKeys: [] },
    ),
  }),
);

test(
  'answers any directive with an Alexa message and without an exception',
  async () => {
    const { invoke } = stackControls(inject('stack'));
    const { seed, cases } = fuzzRun;
    await fc.assert(
      fc.asyncProperty(directives, async (directive) => {
        const answer: unknown = await invoke('alexa-skill', directive);
        expect(message.safeParse(answer).error).toBeUndefined();
        expect(JSON.stringify(answer)).not.toMatch(/node_modules|\bat \w+ \(|\.ts:\d/);
      }),
      { seed, numRuns: cases * 5, endOnFailure: true },
    );
  },
  60_000 + fuzzRun.cases * 5_000,
);

const events = fc.oneof(
  hostileValue,
  fc.record(
    {
      version: or('1.0'),
      context: fc.oneof(
        hostileValue,
        fc.record({
          System: fc.record(
            {
              application: fc.record({ applicationId: or('amzn1.ask.skill.1') }),
              user: fc.oneof(hostileValue, fc.record({ userId: or('amzn1.ask.account.hostile') })),
            },
            { requiredKeys: [] },
          ),
        }),
      ),
      request: fc.record(
        {
          type: fc.oneof(
            fc
              .constantFrom('SkillEnabled', 'SkillDisabled', 'SkillAccountLinked')
              .map((name) => `AlexaSkillEvent.${name}`),
            fc.constantFrom('__proto__', 'AlexaSkillEvent.SkillPermissionChanged'),
            hostileValue,
          ),
          requestId: hostileValue,
          timestamp: or('2026-11-20T12:00:00Z'),
          eventCreationTime: or('2026-11-20T12:00:00Z'),
          body: fc.oneof(hostileValue, fc.record({ accessToken: hostileValue })),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
);
/** Random events belong to no user. */
const heardEvent = z.enum([
  'malformed',
  'other',
  'noToken',
  'tokenRefused',
  'foreignToken',
  'unavailable',
  'unknownUser',
]);

test(
  'classifies any skill event without an exception',
  async () => {
    const { invoke } = stackControls(inject('stack'));
    const { seed, cases } = fuzzRun;
    await fc.assert(
      fc.asyncProperty(events, async (event) => {
        expect(heardEvent.safeParse(await invoke('skill-events', event)).error).toBeUndefined();
      }),
      { seed, numRuns: cases * 5, endOnFailure: true },
    );
  },
  60_000 + fuzzRun.cases * 5_000,
);
