import { ApiError } from './api-error.ts';

/** The client has already redirected to sign-in and shown the reason. */
export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** For a run, whose other 401s have their own texts. */
export const isRunRefusedForSession = (error: unknown): boolean =>
  error instanceof ApiError && error.errorKey === 'auth.sessionExpired';
