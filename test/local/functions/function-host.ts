import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { entryOf } from '#infra/entry-of.ts';
import type { FunctionRow } from '#infra/functions.ts';

export type FunctionError = { errorType: string; errorMessage: string; trace?: string[] };

export const failureText = (name: string, { errorType, errorMessage, trace }: FunctionError): string =>
  `${name} failed: ${trace?.join('\n') ?? `${errorType}: ${errorMessage}`}`;

export type Invocation = { ok: true; result: unknown } | { ok: false; error: FunctionError };

/** `invoke` never rejects; an unknown name is a bug of the caller. */
export type FunctionHost = {
  invoke: (name: string, event: unknown, requestId: string) => Promise<Invocation>;
  close: () => Promise<void>;
};

export type Runnable = Pick<FunctionRow, 'name' | 'seconds' | 'megabytes'>;

/** The source file, or with `bundles` the deployed file. */
export function codeOf(row: Runnable, root: string, bundles?: string): string {
  const file = bundles === undefined ? join(root, entryOf(row.name)) : join(bundles, row.name, 'index.mjs');
  return pathToFileURL(file).href;
}

type Handler = (event: unknown, context: object) => unknown;

export async function loadHandler(code: string): Promise<Handler> {
  const module: unknown = await import(/* @vite-ignore */ code);
  const handler: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'handler') : undefined;
  if (typeof handler !== 'function') throw new Error(`${code} exports no handler`);
  return (event, context) => Reflect.apply(handler, undefined, [event, context]);
}

export async function runHandler(
  handler: Handler,
  row: Runnable,
  event: unknown,
  requestId: string,
): Promise<Invocation> {
  const end = performance.now() + row.seconds * 1000;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Invocation>((resolve) => {
    timer = setTimeout(() => resolve(timedOut(row, requestId)), row.seconds * 1000);
  });
  try {
    return await Promise.race([finish(handler, event, contextOf(row, requestId, end)), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function finish(handler: Handler, event: unknown, context: object): Promise<Invocation> {
  try {
    return { ok: true, result: await handler(event, context) };
  } catch (error) {
    return failure(error);
  }
}

export function failure(error: unknown): Invocation {
  if (!(error instanceof Error)) return { ok: false, error: { errorType: 'Error', errorMessage: String(error) } };
  const trace = error.stack?.split('\n');
  return { ok: false, error: { errorType: error.name, errorMessage: error.message, ...(trace && { trace }) } };
}

/** Lambda's limit for loading a function. */
export const loadingLimitMs = 10_000;

export const timeoutType = 'Sandbox.Timedout';

export const timedOut = (row: Runnable, requestId: string): Invocation => ({
  ok: false,
  error: {
    errorType: timeoutType,
    errorMessage: `RequestId: ${requestId} Error: Task timed out after ${row.seconds.toFixed(2)} seconds`,
  },
});

function contextOf(row: Runnable, requestId: string, end: number): object {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: row.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${row.name}`,
    memoryLimitInMB: String(row.megabytes),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${row.name}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(end - performance.now())),
  };
}

/** Runs all functions in this process with its environment. */
export async function inProcess<Row extends Runnable>(
  rows: readonly Row[],
  code: (row: Row) => string,
  { loadsOnCall = false }: { loadsOnCall?: boolean | undefined } = {},
): Promise<FunctionHost> {
  const functions = new Map(rows.map((row) => [row.name, { row, load: () => loadHandler(code(row)) }]));
  if (!loadsOnCall) await Promise.all([...functions.values()].map(({ load }) => load()));
  return {
    async invoke(name, event, requestId) {
      const one = functions.get(name);
      if (!one) throw new Error(`no function ${name}`);
      // A module is loaded once, however often it is imported.
      const handler = await one.load().catch(failure);
      return typeof handler === 'function' ? runHandler(handler, one.row, event, requestId) : handler;
    },
    async close() {},
  };
}
