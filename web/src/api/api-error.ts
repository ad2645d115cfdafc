/** A refusal in a sentence, a bare status, a text that is no JSON, no answer, or one that we cannot read. */
export type ApiProblem = 'refused' | 'bareStatus' | 'plainText' | 'network' | 'notJson' | 'unreadable' | 'unexpected';

/** `message` is English, for developers; `errorKey` leads to the person's language. */
export class ApiError extends Error {
  readonly problem: ApiProblem;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly errorKey: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** The reply beside a bare status, or the beginning of a plain text. */
  readonly detail: string;

  constructor(
    problem: ApiProblem,
    status: number,
    message: string,
    details: {
      errorKey?: string | undefined;
      fields?: Record<string, string>;
      retryAfter?: number;
      detail?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.problem = problem;
    this.status = status;
    this.errorKey = details.errorKey;
    this.fields = details.fields ?? {};
    this.retryAfter = details.retryAfter;
    this.detail = details.detail ?? '';
  }
}

export const isAbort = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
