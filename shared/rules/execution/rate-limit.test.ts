import { expect, test } from 'vitest';

import { limitsLeft } from './rate-limit.ts';

test('returns the remaining runs of each configured limit, never below zero', () => {
  const limits = { runsPerMinute: 30, permitsPerMinute: 120 };
  const facts = { ...limits, permits: { minute: 5, count: 120, ofTrigger: 3 }, minute: 5 };
  expect(limitsLeft(facts)).toEqual({ trigger: { limit: 30, left: 27 }, workspace: { limit: 120, left: 0 } });
  expect(limitsLeft({ ...facts, permits: { minute: 5, count: 121, ofTrigger: 31 } })).toEqual({
    trigger: { limit: 30, left: 0 },
    workspace: { limit: 120, left: 0 },
  });
  expect(limitsLeft({ ...facts, minute: 6 }).trigger).toEqual({ limit: 30, left: 30 });
  expect(limitsLeft({ ...facts, permitsPerMinute: Infinity })).toEqual({ trigger: { limit: 30, left: 27 } });
  expect(limitsLeft({ ...facts, permits: { minute: 5, count: 120 } })).toEqual({ workspace: { limit: 120, left: 0 } });
});
