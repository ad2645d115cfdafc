/** Shape of the one table, read by the stack and by the local table alike. */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'expiresAt',
  /** Sparse: only what is to be done some day carries these attributes. Serves background work alone. */
  dueIndex: { name: 'due', partitionKey: 'duePk', sortKey: 'dueAt' },
} as const;
