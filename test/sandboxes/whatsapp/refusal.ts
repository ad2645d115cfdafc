import { json, type SandboxCall, type Reply } from '../kit.ts';
import type { Session, SessionStatus } from './entities.ts';

/** Part of responses and of the `User-Agent` of webhooks. */
export const VERSION = '2026.8.1';

/** `waitMs` is the real gateway's response time. */
export class Refused extends Error {
  readonly reply: Reply;
  readonly waitMs: number;
  constructor(reply: Reply, waitMs = 0) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
    this.waitMs = waitMs;
  }
}

export const unauthorized = (): Refused => new Refused(json(401, { message: 'Unauthorized', statusCode: 401 }));

export const forbidden = (): Refused =>
  new Refused(json(403, { message: 'Forbidden resource', error: 'Forbidden', statusCode: 403 }));

export const badFields = (message: string[] | string): Refused =>
  new Refused(json(400, { message, error: 'Bad Request', statusCode: 400 }));

export const sessionNotFound = (): Refused =>
  new Refused(json(404, { message: 'Session not found', error: 'Not Found', statusCode: 404 }));

export const sessionDoesNotExist = (session: string): Refused =>
  new Refused(json(422, { error: `Session "${session}" does not exist`, session }), 5000);

export const wrongState = ({ name, status }: Session, expected: readonly SessionStatus[]): Refused =>
  new Refused(
    json(422, {
      error: 'Session status is not as expected. Try again later or restart the session',
      session: name,
      status,
      expected,
    }),
    status === 'STOPPED' ? 5000 : 10_000,
  );

export const unprocessable = (message: string): Refused =>
  new Refused(json(422, { message, error: 'Unprocessable Entity', statusCode: 422 }));

/** The body contains the request and a stack trace, like the real gateway's. */
export const engineFailed = (message: string, call?: SandboxCall): Refused => new Refused(failure(500, message, call));

export function failure(status: number, message: string, call?: SandboxCall): Reply {
  return json(status, {
    statusCode: status,
    timestamp: new Date().toISOString(),
    exception: {
      message,
      code: 2,
      details: message,
      name: 'Error',
      stack: `Error: 2 UNKNOWN: ${message}\n    at callErrorFromStatus (/app/node_modules/@grpc/grpc-js/build/src/call.js:31:19)`,
    },
    request: {
      path: call?.fullPath ?? '',
      method: call?.method ?? '',
      body: call?.body ?? {},
      query: Object.fromEntries(call?.query ?? []),
    },
    version: { version: VERSION, engine: 'GOWS', tier: 'CORE', browser: null },
  });
}

/** Fails with the format of the status, or as an engine failure with the code as message. */
export function failAsOrdered({
  status = 500,
  code,
}: {
  status?: number | undefined;
  code?: string | undefined;
}): Reply {
  if (status === 401) return unauthorized().reply;
  if (status === 404) return sessionNotFound().reply;
  if (status === 422) return unprocessable(code ?? 'Unprocessable Entity').reply;
  if (status < 500) return json(status, { message: code ?? 'Bad Request', error: 'Bad Request', statusCode: status });
  return failure(status, code ?? 'websocket not connected');
}
