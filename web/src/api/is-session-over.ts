import { ApiError } from './api-error.ts';

/** Returns true for any 401: the API client has already redirected to sign-in and shown the reason. */
export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Only for runs, because their other 401 replies have their own texts. */
export const isRunRefusedForSession = (error: unknown): boolean =>
  error instanceof ApiError && error.errorKey === 'auth.sessionExpired';
