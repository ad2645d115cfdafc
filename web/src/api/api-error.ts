export type ApiProblem =
  /** The server refused with a sentence. */
  | 'refused'
  /** An error status without a sentence. */
  | 'bareStatus'
  /** An error with a text that is not JSON. */
  | 'plainText'
  /** No reply arrived. */
  | 'network'
  /** A successful reply that is not declared as JSON. */
  | 'notJson'
  /** A successful reply whose JSON does not parse. */
  | 'unreadable'
  /** A successful reply that does not match its contract. */
  | 'unexpected';

/** `message` is English, for developers; `errorKey` selects the text in the user's language. */
export class ApiError extends Error {
  readonly problem: ApiProblem;
  /** HTTP status, or 0 if no reply arrived. */
  readonly status: number;
  readonly errorKey: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  /** The status text of a bare status, or the start of a plain text. */
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
