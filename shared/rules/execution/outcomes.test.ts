import { expect, test } from 'vitest';

import { outcomeNames } from './outcome-names.ts';
import { outcomes, type Outcome } from './outcomes.ts';

const those = (property: (row: (typeof outcomes)[Outcome]) => boolean): Outcome[] =>
  outcomeNames.filter((name) => property(outcomes[name]));

test('only a run that Alexa took, or may have taken, has reached it', () => {
  expect(those(({ reached }) => reached === 'yes')).toEqual(['sent']);
  expect(those(({ reached }) => reached === 'maybe')).toEqual(['unknown']);
});

test('what the rules stopped does not count against the limit, and what limits and conditions refused is one item', () => {
  const merged = ['tooMany', 'workspaceTooMany', 'coolingDown', 'notNow', 'notHere', 'notYou'];
  const stopped = ['workspaceInactive', 'planRequired', 'disabled', ...merged, 'echo', 'loop', 'missed'];
  expect(those(({ merges }) => merges)).toEqual(merged);
  expect(those(({ counts }) => !counts)).toEqual(stopped);
});

test('a run that was or may have been sent keeps its idempotency key, as an echo and a missed one do', () => {
  expect(those(({ keepsClaim }) => keepsClaim)).toEqual(['sent', 'echo', 'missed', 'unknown']);
});

test('what passes by itself offers no fix', () => {
  const transient = ['tooMany', 'workspaceTooMany', 'coolingDown', 'echo', 'throttled', 'unavailable', 'unknown'];
  expect(those((row) => row.transient)).toEqual(transient);
  expect(those((row) => row.transient && row.fix !== undefined)).toEqual([]);
});

test('a lost run is no fault of the person, so that it offers no fix', () => {
  expect(those(({ lost }) => lost)).toEqual(['missed', 'throttled', 'unavailable', 'rejected', 'unknown']);
  expect(those(({ lost, fix }) => lost && fix !== undefined)).toEqual([]);
});
