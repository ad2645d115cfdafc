export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'expiresAt',
  /** Sparse: only due items have them. */
  dueIndex: { name: 'due', partitionKey: 'duePk', sortKey: 'dueAt' },
} as const;
