import { ApiError } from './api-error.ts';

/** The client has led to sign-in and told why. */
export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** For a run, whose other 401s have words of their own. */
export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.errorKey === 'auth.sessionExpired';
