import { expect, test } from 'vitest';

import { delayMs } from './delay.ts';

test.each([
  ['1m', 60_000],
  ['15m', 900_000],
  ['90M', 5_400_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
  ['10080m', 604_800_000],
])('parses the delay %s', (text, ms) => {
  expect(delayMs(text)).toBe(ms);
});

test.each(['', '15', 'm', '0m', '-5m', '1.5h', '90s', '8d', '10081m', '169h', '1h30m', '015m', '99999d', '1 w'])(
  'rejects the delay %j',
  (text) => {
    expect(delayMs(text)).toBeUndefined();
  },
);
