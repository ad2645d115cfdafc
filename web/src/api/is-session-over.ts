import { ApiError } from './api-error.ts';

/** The app reports the end of a session itself. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof ApiError && error.errorKey === 'auth.sessionExpired';
