import { ApiError } from './api-error.ts';

/** Returns the error key if the server refused the name. */
export function refusedNameKey(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { fields, errorKey } = error;
  return fields['name'] ?? (errorKey && /^\w+\.name/.test(errorKey) ? errorKey : undefined);
}
