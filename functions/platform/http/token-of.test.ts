import { expect, test } from 'vitest';

import { bearersOf, tokensOf } from './token-of.ts';

type Sent = { token?: string; authorization?: string };

const tokens = ({ token, authorization }: Sent) =>
  tokensOf({
    headers: authorization === undefined ? {} : { authorization },
    ...(token !== undefined && { queryStringParameters: { token } }),
  });

test.each<[string, Sent]>([
  ['alone in the address', { token: 'T' }],
  ['with a space before it', { token: ' T' }],
  ['with a space after it', { token: 'T ' }],
  ['with a line feed', { token: 'T\n' }],
  ['with a line end of Windows', { token: 'T\r\n' }],
  ['given twice in the address', { token: 'T,T' }],
  ['given twice, once empty', { token: ',T' }],
  ['given twice, once with a line end', { token: 'T,T\n' }],
  ['in the header', { authorization: 'Bearer T' }],
  ['in the header, with more spaces', { authorization: 'bearer   T ' }],
  ['in the header, after a tab', { authorization: 'Bearer\tT' }],
  ['in two headers', { authorization: 'Bearer T,Bearer T' }],
  ['in the second of two headers', { authorization: 'Basic dTpw, Bearer T' }],
  ['in a header with two schemes', { authorization: 'Bearer Bearer T' }],
  ['in the header, with an empty one in the address', { token: '', authorization: 'Bearer T' }],
  ['in the address, with an empty header', { token: 'T', authorization: 'Bearer ' }],
  ['in both places', { token: 'T', authorization: 'Bearer T' }],
])('finds the secret %s', (_, sent) => {
  expect(tokens(sent)).toEqual(['T']);
});

test.each<Sent>([
  {},
  { token: '' },
  { token: ' , ' },
  { authorization: 'Bearer' },
  { authorization: 'T' },
  { authorization: 'Basic T' },
  { authorization: 'Bearer T T' },
])('finds no secret in %j', (sent) => {
  expect(tokens(sent)).toEqual([]);
});

test('keeps other characters, and the order of a stale and a valid secret', () => {
  expect(tokens({ token: 'stale', authorization: 'Bearer T' })).toEqual(['stale', 'T']);
  expect(tokens({ token: 'T x' })).toEqual(['T x']);
});

test('reads two secrets of each place at most', () => {
  expect(tokens({ token: 'a,b,c', authorization: 'Bearer d,Bearer e,Bearer f' })).toEqual(['a', 'b', 'd', 'e']);
  expect(bearersOf({ headers: { authorization: 'Bearer d,Bearer e,Bearer f' } })).toEqual(['d', 'e']);
});
