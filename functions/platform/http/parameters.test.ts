import { expect, test } from 'vitest';

import { parameters } from './parameters.ts';

const found = (rawQueryString: string, name = 'token') => parameters({ rawQueryString }, name);

test.each([
  'token=T',
  'Token=T',
  'TOKEN=T',
  '%20token=T',
  'id=1&token=T',
  'id=1&amp;token=T',
  'src=cam?token=T',
  'token=T?src=cam',
  'token=T&amp;src=cam',
  'token=T%3Fsrc=cam',
  'token=T%26src=cam',
  'token=T;src=cam',
  'id=1;token=T',
  'id=1%3Btoken=T',
  'dryRun=1%3Ftoken=T',
  'dryRun=1%26token=T',
  'token[]=T',
  'token%5B%5D=T',
])('finds the value T in %s', (query) => {
  expect(found(query)).toEqual(['T']);
});

test('finds each value of a repeated parameter in order', () => {
  expect(found('token=a&Token=b&token=')).toEqual(['a', 'b', '']);
});

test('finds parameters after a second question mark, so that a dry run does not fire', () => {
  expect(found('token=T?dryRun=1', 'dryrun')).toEqual(['1']);
  expect(found('token=T%3FdryRun=1', 'dryrun')).toEqual(['1']);
  expect(found('%20token=T?dryRun=1', 'dryrun')).toEqual(['1']);
  expect(found('token=T?in=5m', 'in')).toEqual(['5m']);
  expect(found('token=T;dryRun=1', 'dryrun')).toEqual(['1']);
  expect(found('dryRun=1%3Ftoken=T', 'dryrun')).toEqual(['1']);
  expect(found('id=1;token=T', 'id')).toEqual(['1']);
});

test('does not split a URL in another parameter', () => {
  expect(found('src=http://cam/?id=5', 'id')).toEqual([]);
  expect(found('src=http%3A%2F%2Fcam%2F%3Ftoken%3DT')).toEqual([]);
  expect(found('mytoken=T')).toEqual([]);
});

test('finds nothing without a query', () => {
  expect(parameters({}, 'token')).toEqual([]);
});
