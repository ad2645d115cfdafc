import { expect, test } from 'vitest';

import { countAnswer } from './count-answer.ts';

test.each([
  ['the nightly check of the home', 'schedule', 'night', 2000],
  ['another schedule of the home', 'schedule', 'morning', undefined],
  ['a webhook of the trigger of the nightly check', 'webhook', 'night', undefined],
] as const)('stores the response time only for the nightly check: %s', async (_, channel, triggerId, ms) => {
  const added: object[] = [];
  const deps = {
    answers: { add: async (answer: object) => void added.push(answer) },
    nightlyTrigger: async () => 'night',
    log: () => undefined,
  };
  await countAnswer(deps, { workspaceId: 263, as: 'answered', ran: { triggerId, channel, ms: 2000 } });
  expect(added).toEqual([{ home: 7, as: 'answered', ms }]);
});
