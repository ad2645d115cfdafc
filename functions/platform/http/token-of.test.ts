import { expect, test } from 'vitest';

import { bearersOf, tokensOf } from './token-of.ts';

/** As long as our secrets, with every kind of character that they contain. */
const aSecret = (letter: string): string => letter.repeat(40).padEnd(43, '_-9');
const secret = aSecret('T');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const encoded = encodeURIComponent;

type Sent = { query?: string; authorization?: string };

const tokens = ({ query = '', authorization }: Sent) =>
  tokensOf({ rawQueryString: query, headers: authorization === undefined ? {} : { authorization } });

test.each<[string, string]>([
  ['alone', `token=${secret}`],
  ['in another case of the name', `Token=${secret}`],
  ['after a space', `token=%20${secret}`],
  ['before a space', `token=${secret}%20`],
  ['before a plus', `token=${secret}+`],
  ['before a line feed', `token=${secret}%0A`],
  ['before a line end of Windows', `token=${secret}%0D%0A`],
  ['before a space that was encoded twice', `token=${secret}%2520`],
  ['after a space that was encoded twice', `token=%2520${secret}`],
  ['before a zero-width space', `token=${secret}${encoded('\u200B')}`],
  ['after a byte order mark', `token=${encoded('\uFEFF')}${secret}`],
  ['in quotes', `token="${secret}"`],
  ['in encoded quotes', `token=${encoded(`"${secret}"`)}`],
  ['in quotes of a word processor', `token=${encoded(`“${secret}”`)}`],
  ['in angle brackets', `token=${encoded(`<${secret}>`)}`],
  ['after its scheme', `token=Bearer%20${secret}`],
  ['before a second query', `token=${secret}?src=cam`],
  ['before an encoded second query', `token=${secret}%3Fsrc%3Dcam`],
  ['in a second query', `src=cam?token=${secret}`],
  ['copied from the source of a page', `id=&amp;token=${secret}`],
  ['given twice', `token=${secret}&token=${secret}`],
  ['given twice, joined', `token=${secret},${secret}`],
  ['given twice, once empty', `token=&token=${secret}`],
  ['given twice, once with a line end', `token=${secret}&token=${secret}%0A`],
])('finds a secret in the URL: %s', (_, query) => {
  expect(tokens({ query })).toEqual([secret]);
});

test.each<[string, string]>([
  ['as a bearer', `Bearer ${secret}`],
  ['with more spaces', `bearer   ${secret} `],
  ['after a tab', `Bearer\t${secret}`],
  ['as a bearer, quoted', `Bearer "${secret}"`],
  ['after a colon', `Bearer: ${secret}`],
  ['with two schemes', `Bearer Bearer ${secret}`],
  ['with another scheme', `Token ${secret}`],
  ['with a parameter', `Token token="${secret}"`],
  ['without a scheme', secret],
  ['in two headers', `Bearer ${secret},Bearer ${secret}`],
  ['in the second of two headers', `Basic ${base64('u:p')}, Bearer ${secret}`],
  ['as a password', `Basic ${base64(`recado:${secret}`)}`],
  ['as a password without a user', `basic ${base64(`:${secret}`)}`],
  ['as a user without a password', `Basic ${base64(`${secret}:`)}`],
  ['as a user and password', `Basic ${base64(`${secret}:${secret}`)}`],
])('finds a secret in the header: %s', (_, authorization) => {
  expect(tokens({ authorization })).toEqual([secret]);
  expect(tokens({ authorization, query: 'token=' })).toEqual([secret]);
  expect(tokens({ authorization, query: `token=${secret}` })).toEqual([secret]);
});

test.each<[string, Sent]>([
  ['as Basic that is not encoded', { authorization: `Basic ${secret}` }],
  ['as a password, quoted', { authorization: `Basic "${base64(`recado:${secret}`)}"` }],
  ['as a password after a colon', { authorization: `Basic: ${base64(`recado:${secret}`)}` }],
])('finds one secret %s', (_, sent) => {
  expect(tokens(sent)).toEqual([secret]);
});

test.each([
  ['of italics', `_${secret}_`],
  ['of quoted-printable', `3D${secret}`],
])('finds a secret with and without the signs %s, which may be part of it', (_, text) => {
  expect(tokens({ query: `token=${text}` })).toEqual([text, secret]);
  expect(tokens({ authorization: `Bearer ${text}` })).toEqual([text, secret]);
});

test.each([`_${secret}`, `${secret}_`, `x3D${secret}`])('takes %s as it is', (text) => {
  expect(tokens({ query: `token=${text}` })).toEqual([text]);
});

test.each<Sent>([
  {},
  { query: 'token=' },
  { query: 'token=%20,%20' },
  { query: 'token=short' },
  { query: `other=${secret}` },
  { authorization: 'Bearer' },
  { authorization: `Basic ${base64('user:password')}` },
  { query: `token=${secret.slice(0, 15)},${secret.slice(0, 15)}` },
])('finds no secret in %j', (sent) => {
  expect(tokens(sent)).toEqual([]);
});

test('does not join parts of a secret', () => {
  const [start, end] = [secret.slice(0, 21), secret.slice(21)];
  expect(tokens({ query: `token=${start},${end}` })).toEqual([start, end]);
});

test('returns several secrets in order, those of the URL first', () => {
  const [a, b, c] = [aSecret('a'), aSecret('b'), aSecret('c')];
  expect(tokens({ query: `token=${a},${b}&Token=${c}`, authorization: `Bearer ${secret}` })).toEqual([a, b, c, secret]);
  expect(bearersOf({ headers: { authorization: `Bearer ${a}, Bearer ${b}` } })).toEqual([a, b]);
});
