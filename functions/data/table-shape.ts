export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'expiresAt',
  /** Sparse: only due items have these fields. */
  dueIndex: { name: 'due', partitionKey: 'duePk', sortKey: 'dueAt' },
} as const;
