import { expect, test } from 'vitest';

import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';

import { triggerReply } from './trigger-reply.ts';

const now = new Date('2026-11-20T13:00:00.000Z');
const at = '2026-11-20T12:00:00.000Z';

test.each<[Outcome, string | undefined, object]>([
  ['unavailable', undefined, { lastFailed: { at, outcome: 'unavailable' } }],
  ['unknown', '2026-11-19T12:00:00.000Z', { lastFailed: { at, outcome: 'unknown' } }],
  ['unavailable', '2026-11-20T12:30:00.000Z', {}],
  ['sent', at, {}],
  ['echo', '2026-11-19T12:00:00.000Z', {}],
])(
  'reports the last run as failed only if it is newer than the last sent one: %s, sent %s',
  (outcome, sentAt, failed) => {
    const run = { id: 'r1', at, channel: 'group', outcome, ms: 9, stages: {} } as const;
    const { lastFailed } = triggerReply(
      { ...aTrigger(), run, ...(sentAt !== undefined && { lastExecuted: sentAt }) },
      now,
    );
    expect({ ...(lastFailed && { lastFailed }) }).toEqual(failed);
  },
);
