import { outboxPrefix, receiptPrefix } from './keys.ts';

/**
 * `finishedExecutions` also matches other changes of a trigger, such as a new name.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
 */
export const streamFilters = {
  outboxInserts: {
    eventName: ['INSERT'],
    dynamodb: { Keys: { sk: { S: [{ prefix: outboxPrefix }] } } },
  },
  receipts: {
    eventName: ['INSERT'],
    dynamodb: { Keys: { sk: { S: [{ prefix: receiptPrefix }] } } },
  },
  finishedExecutions: {
    eventName: ['MODIFY'],
    dynamodb: { NewImage: { type: { S: ['trigger'] }, run: { M: { id: { S: [{ exists: true }] } } } } },
  },
} as const;
