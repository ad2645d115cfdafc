import { billingPartition, subscriptionKey } from '../keys.ts';

export type SyncSchedule = {
  /** When the billing job syncs the subscription. */
  dueAt?: Date;
  /** Until then, reads ask Stripe; the next read does so at once. */
  askUntil?: Date;
};

/** The condition keeps it from creating an item for a workspace that never paid. */
export const scheduleSync = (TableName: string, workspaceId: number, { dueAt, askUntil }: SyncSchedule) => ({
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
