import { ApiError } from './api-error.ts';

/** The key of what is wrong with the name, where that is why the server said no. */
export function refusedName(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { fields, errorKey } = error;
  return fields['name'] ?? (errorKey && /^\w+\.name/.test(errorKey) ? errorKey : undefined);
}
