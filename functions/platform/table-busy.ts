export class TableBusy extends Error {
  override name = 'TableBusy';
}

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

/** A transient failure, after the attempts of the SDK. */
export function isTableBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return busyNames.has(error.name) || ('code' in error && networkCodes.has(String(error.code)));
}

const networkCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
