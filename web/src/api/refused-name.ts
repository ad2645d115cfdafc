import { ApiError } from './api-error.ts';

/** The error key, when the server refused because of the name. */
export function refusedName(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { fields, errorKey } = error;
  return fields['name'] ?? (errorKey && /^\w+\.name/.test(errorKey) ? errorKey : undefined);
}
