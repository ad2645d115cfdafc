import { logEvents, type LogEvent } from './log-events.ts';

/** Must never contain a token, a phone number, a message, a name, an address or a query string. */
export type LogDetails = Readonly<Record<string, string | number | boolean | undefined>>;

/** Logs `cause` with its stack. */
export type Log = (event: LogEvent, details?: LogDetails, cause?: unknown) => void;

type Deps = { write: (line: string) => void; now: () => Date };

export function createLog({ write, now }: Deps): Log {
  return (event, details = {}, cause) => {
    const line = { time: now().toISOString(), level: logEvents[event], event, ...details, ...causeFields(cause) };
    write(`${visible(redact(JSON.stringify(line)))}\n`);
  };
}

function causeFields(cause: unknown): LogDetails {
  if (cause === undefined) return {};
  if (!(cause instanceof Error)) return { cause: typeof cause };
  const deeper = cause.cause instanceof Error ? `${cause.cause.name}: ${cause.cause.message}` : undefined;
  return { cause: cause.stack ?? `${cause.name}: ${cause.message}`, ...(deeper !== undefined && { deeper }) };
}

/** Escapes characters that other programs read as a line end or that control a terminal. */
const visible = (line: string): string =>
  line.replace(/[\u007f-\u009f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Last resort for third-party texts: removes query strings, bearer tokens, Amazon's tokens, JWTs and JWEs. */
const redact = (line: string): string =>
  line
    .replace(/\?[\w%.~-]+=[^\s"\\]*/g, '?[redacted]')
    .replace(/\b(Bearer|Basic)\s+[^\s"\\]+/gi, '$1 [redacted]')
    .replace(/\bAtz[a-z]\|[^\s"\\]+/g, '[redacted]')
    .replace(/\beyJ[\w-]+(?:\.[\w-]*){2,4}/g, '[redacted]');
