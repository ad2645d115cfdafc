import { expect, test } from 'vitest';

import { json } from './json.ts';

test('a text is what it says as JSON, and undefined when it is none', () => {
  expect(json('{"a":[1,null,"b"]}')).toEqual({ a: [1, null, 'b'] });
  for (const none of ['', '{', 'undefined', '[1,]']) expect(json(none)).toBeUndefined();
});

test('a name that was cut in the middle of an emoji is text nevertheless', () => {
  expect(json(String.raw`{"name":"Lar \ud83c","all":"\ud83c\udf75","list":["\udf75"]}`)).toEqual({
    name: 'Lar \ufffd',
    all: '🍵',
    list: ['\ufffd'],
  });
});
