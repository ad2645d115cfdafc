import { outboxPrefix } from './keys.ts';

/**
 * Which changes of the table wake the worker, as Lambda event patterns: a new outbox item, and a trigger whose last
 * run was written (a rename passes too; the worker compares the run ids). Nothing else costs an invocation.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
 */
export const streamFilters = {
  outboxInserts: {
    eventName: ['INSERT'],
    dynamodb: { Keys: { sk: { S: [{ prefix: outboxPrefix }] } } },
  },
  finishedExecutions: {
    eventName: ['MODIFY'],
    dynamodb: { NewImage: { type: { S: ['trigger'] }, run: { M: { id: { S: [{ exists: true }] } } } } },
  },
} as const;
