import { billingPartition, subscriptionKey } from '../keys.ts';

/** `dueAt`: for the billing job. `askUntil`: reads ask Stripe until then, the next one at once. */
export type LookSoon = { dueAt?: Date; askUntil?: Date };

/** Makes no item where nobody ever paid. */
export const lookSoon = (TableName: string, workspaceId: number, { dueAt, askUntil }: LookSoon) => ({
  TableName,
  Key: subscriptionKey(workspaceId),
  UpdateExpression: [
    'SET workspaceId = :id',
    dueAt ? ', duePk = :due, dueAt = :at' : '',
    askUntil ? ', askUntil = :until REMOVE askedAt' : '',
    ' ADD rev :one',
  ].join(''),
  ConditionExpression: 'attribute_exists(customerId)',
  ExpressionAttributeValues: {
    ':id': workspaceId,
    ':one': 1,
    ...(dueAt && { ':due': billingPartition, ':at': dueAt.toISOString() }),
    ...(askUntil && { ':until': askUntil.toISOString() }),
  },
});
