/** Shape of the one table, read by the stack and by the local table alike. */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'expiresAt',
  /** Sparse: only outbox items that are due some day carry these attributes. Serves background work alone. */
  dueIndex: { name: 'due', partitionKey: 'duePk', sortKey: 'dueAt' },
} as const;
