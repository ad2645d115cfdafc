import { expect, test } from 'vitest';

import { aTrigger } from '#test/support/worlds/a-trigger.ts';

import { triggerItem } from './trigger-item.ts';

test('reads the former field `door` as the channel of a run', () => {
  const { deviceId, ...stored } = aTrigger();
  const run = { id: 'run-1', at: '2026-11-20T12:00:00.000Z', outcome: 'sent', ms: 125 } as const;
  const old = { ...stored, type: 'trigger', run: { ...run, door: 'voice', stages: { door: 12, read: 5 } } };
  expect(triggerItem.parse(old)).toEqual({
    ...old,
    deviceId,
    run: { ...run, channel: 'voice', stages: { arrival: 12, read: 5 } },
  });
});
