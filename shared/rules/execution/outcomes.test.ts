import { expect, test } from 'vitest';

import { outcomeNames } from './outcome-names.ts';
import { outcomes, type Outcome } from './outcomes.ts';

const those = (property: (row: (typeof outcomes)[Outcome]) => boolean): Outcome[] =>
  outcomeNames.filter((name) => property(outcomes[name]));

test('marks only sent as reached and only unknown as possibly reached', () => {
  expect(those(({ reached }) => reached === 'yes')).toEqual(['sent']);
  expect(those(({ reached }) => reached === 'maybe')).toEqual(['unknown']);
});

test('excludes refused runs from the rate limit and merges repeated refusals by limits and conditions', () => {
  const merged = ['tooMany', 'workspaceTooMany', 'coolingDown', 'notNow', 'notHere', 'notYou'];
  const stopped = ['workspaceInactive', 'planRequired', 'disabled', ...merged, 'echo', 'loop', 'missed'];
  expect(those(({ merges }) => merges)).toEqual(merged);
  expect(those(({ counts }) => !counts)).toEqual(stopped);
});

test('keeps the idempotency key of runs that were or may have been sent, of echoes and of missed runs', () => {
  expect(those(({ keepsClaim }) => keepsClaim)).toEqual(['sent', 'echo', 'missed', 'unknown']);
});

test('offers no fix for transient outcomes', () => {
  const transient = ['tooMany', 'workspaceTooMany', 'coolingDown', 'echo', 'throttled', 'unavailable', 'unknown'];
  expect(those((row) => row.transient)).toEqual(transient);
  expect(those((row) => row.transient && row.fix !== undefined)).toEqual([]);
});

test("offers no fix for lost runs, which are not the user's fault", () => {
  expect(those(({ lost }) => lost)).toEqual(['missed', 'throttled', 'unavailable', 'rejected', 'unknown']);
  expect(those(({ lost, fix }) => lost && fix !== undefined)).toEqual([]);
});
