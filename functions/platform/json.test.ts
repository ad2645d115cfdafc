import { expect, test } from 'vitest';

import { json } from './json.ts';

test('parses JSON and returns undefined for malformed text', () => {
  expect(json('{"a":[1,null,"b"]}')).toEqual({ a: [1, null, 'b'] });
  for (const none of ['', '{', 'undefined', '[1,]']) expect(json(none)).toBeUndefined();
});

test('parses a name that was cut in the middle of an emoji', () => {
  expect(json(String.raw`{"name":"Lar \ud83c","all":"\ud83c\udf75","list":["\udf75"]}`)).toEqual({
    name: 'Lar \ufffd',
    all: '🍵',
    list: ['\ufffd'],
  });
});
