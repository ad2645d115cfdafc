import { expect, test } from 'vitest';

import { sampled } from './depth.ts';

const cells = ['cut/click', 'cut/voice', 'slow/click', 'slow/voice', 'full/click'];
const faultOf = (cell: string) => cell.split('/')[0] ?? '';

test('selects one of each group in the gate, and not always the first', () => {
  expect(sampled(cells, faultOf, false)).toEqual(['cut/click', 'slow/voice', 'full/click']);
});

test('selects all in a deep suite', () => {
  expect(sampled(cells, faultOf, true)).toEqual(cells);
});
