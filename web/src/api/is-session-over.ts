import { ApiError } from './api-error.ts';

/** Whether a call failed because nobody is signed in any more; the app then says so by itself. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof ApiError && error.errorKey === 'auth.sessionExpired';
