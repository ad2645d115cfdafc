import * as z from 'zod/mini';

import type { Fate, TableCall, TableBehaviour } from './table-proxy.ts';

export type TableFault = {
  name: string;
  affects: (call: TableCall) => boolean;
  /** Groups faults with the same effect on the product. After a `brief` one the client's retry succeeds. */
  alike?: 'brief' | 'refused';
  /** The fault may hit all calls of a run. */
  lasts?: true;
  /** The fate of each attempt; the last one repeats. */
  fates: (call: TableCall) => readonly [Fate, ...Fate[]];
};

const pass: Fate = { does: 'pass' };
const refused = (status: number, name: string, more: object = {}): Fate => ({
  does: 'answer',
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'Said by a table that misbehaves.', ...more },
});

const any = (): boolean => true;
const changes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);
const isWrite = ({ action }: TableCall): boolean => changes.has(action);
const isBatch = ({ action }: TableCall): boolean => action === 'BatchGetItem';
const isTransaction = ({ action }: TableCall): boolean => action === 'TransactWriteItems';
const isConditional = ({ action, body }: TableCall): boolean =>
  isTransaction({ action, label: '', body }) || (isWrite({ action, label: '', body }) && 'ConditionExpression' in body);

const items = z.object({ TransactItems: z.array(z.unknown()) });
const cancelled =
  (code: string) =>
  ({ body }: TableCall): Fate => {
    const count = items.parse(body).TransactItems.length;
    const reasons = Array.from({ length: count }, (_, index) => ({ Code: index === 0 ? code : 'None' }));
    return refused(400, 'TransactionCanceledException', { CancellationReasons: reasons });
  };

const conditionFailed = (call: TableCall): Fate =>
  isTransaction(call) ? cancelled('ConditionalCheckFailed')(call) : refused(400, 'ConditionalCheckFailedException');

const unprocessed = ({ body }: TableCall): Fate => ({
  does: 'answer',
  status: 200,
  body: { Responses: {}, UnprocessedKeys: body['RequestItems'] },
});

const always = (fate: Fate) => (): readonly [Fate] => [fate];
const once = (fate: Fate) => (): readonly [Fate, Fate] => [fate, pass];

const brief = { alike: 'brief' } as const;
const lasting = { alike: 'refused', lasts: true } as const;

export const tableFaults: readonly TableFault[] = [
  {
    name: 'throttled once',
    ...brief,
    affects: any,
    fates: once(refused(400, 'ProvisionedThroughputExceededException')),
  },
  { name: 'internal error once', ...brief, affects: any, fates: once(refused(500, 'InternalServerError')) },
  { name: 'no answer once', ...brief, affects: any, fates: once({ does: 'hang' }) },
  { name: 'cut after, once', ...brief, affects: any, fates: once({ does: 'cutAfter' }) },
  { name: 'throttled', ...lasting, affects: any, fates: always(refused(400, 'ThrottlingException')) },
  { name: 'internal error', ...lasting, affects: any, fates: always(refused(500, 'InternalServerError')) },
  { name: 'no answer', ...lasting, affects: any, fates: always({ does: 'hang' }) },
  { name: 'cut before', ...lasting, affects: any, fates: always({ does: 'cutBefore' }) },
  { name: 'cut after', lasts: true, affects: any, fates: always({ does: 'cutAfter' }) },
  { name: 'condition failed', affects: isConditional, fates: (call) => [conditionFailed(call)] },
  { name: 'collision once', affects: isTransaction, fates: (call) => [cancelled('TransactionConflict')(call), pass] },
  { name: 'collision', lasts: true, affects: isTransaction, fates: (call) => [cancelled('TransactionConflict')(call)] },
  { name: 'unprocessed keys once', affects: isBatch, fates: (call) => [unprocessed(call), pass] },
  { name: 'unprocessed keys', lasts: true, affects: isBatch, fates: (call) => [unprocessed(call)] },
];

export const every = 'every call';

/** Applies the fault to the call with that label, or to `every` call that it affects. */
export const strikes =
  ({ affects: befalls, fates }: TableFault, at: string): TableBehaviour =>
  (call, attempt) => {
    if ((at !== every && call.label !== at) || !befalls(call)) return pass;
    const all = fates(call);
    return all[Math.min(attempt, all.length) - 1] ?? pass;
  };
