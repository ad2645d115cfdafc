import { ApiError } from './api-error.ts';

export const isSessionOver = (error: unknown): boolean =>
  error instanceof ApiError && error.errorKey === 'auth.sessionExpired';
