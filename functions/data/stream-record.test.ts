import { expect, test } from 'vitest';

import { readStreamBatch } from './stream-record.ts';

const record = (rest: object, eventName = 'INSERT') => ({
  eventName,
  dynamodb: { Keys: { pk: { S: 'W#7' }, sk: { S: 'TRIGGER#1' } }, ...rest },
});

test('converts both images of a change to plain values', () => {
  const NewImage = {
    name: { S: 'Good night' },
    count: { N: '3' },
    enabled: { BOOL: true },
    nothing: { NULL: true },
    run: { M: { id: { S: 'r1' }, stages: { L: [{ N: '1' }] } } },
  };
  expect(readStreamBatch({ Records: [record({ NewImage, OldImage: {} }, 'MODIFY')] })).toEqual([
    {
      kind: 'MODIFY',
      key: { pk: 'W#7', sk: 'TRIGGER#1' },
      before: {},
      after: { name: 'Good night', count: 3, enabled: true, nothing: null, run: { id: 'r1', stages: [1] } },
    },
  ]);
});

test('leaves out and reports an unreadable record, and keeps the others', () => {
  const reported: string[] = [];
  const batch = { Records: [{ eventName: 'INSERT' }, record({})] };
  expect(readStreamBatch(batch, ({ fields }) => reported.push(fields))).toHaveLength(1);
  expect(reported).toEqual(['dynamodb']);
});

test('rejects an event without records', () => {
  expect(() => readStreamBatch({ job: 'sweep' })).toThrow('Records');
});
