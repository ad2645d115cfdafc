export class TableBusy extends Error {
  override name = 'TableBusy';
}

/** Ends retries so that workers try again later and HTTP callers get 503. */
export const throwTableBusy = (message: string) => (): never => {
  throw new TableBusy(message);
};

const busyNames: ReadonlySet<string> = new Set([
  'TableBusy',
  'TimeoutError',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** Whether the error is a transient failure of the table, which the SDK has already retried. */
export function isTableBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return busyNames.has(error.name) || ('code' in error && networkCodes.has(String(error.code)));
}

const networkCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
