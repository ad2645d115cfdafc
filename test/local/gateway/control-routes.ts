import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { Background } from '../background/background.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import { readBody } from './body.ts';
import { send, type PageServer } from './gateway.ts';
import { badRequest, message, tooLarge, type LocalReply } from './reply.ts';

const invocation = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/;
const backgroundRoute = /^\/_local\/background\/(pause|resume|drain)$/;

type Deps = {
  names: ReadonlySet<string>;
  host: FunctionHost;
  background: Pick<Background, 'pause' | 'resume' | 'drain'>;
};

/** Only for local use. Requests from browsers, which send an origin, are refused. */
export function controlRoutes(deps: Deps): PageServer {
  return async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const name = invocation.exec(path)?.[1];
    const order = backgroundRoute.exec(path)?.[1];
    if (name === undefined && order === undefined) return false;
    send(request, response, refusal(request) ?? (await answer(deps, request, name, order)));
    return true;
  };
}

function refusal({ headers, method }: IncomingMessage): LocalReply | undefined {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return message(403, 'Forbidden');
  return method === 'POST' ? undefined : message(405, 'Method Not Allowed');
}

async function answer(
  deps: Deps,
  request: IncomingMessage,
  name: string | undefined,
  order: string | undefined,
): Promise<LocalReply> {
  if (name !== undefined) return invoke(deps, request, name);
  if (order === 'pause') await deps.background.pause();
  else if (order === 'resume') deps.background.resume();
  else await deps.background.drain();
  return json(200, { background: order });
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
async function invoke({ names, host }: Deps, request: IncomingMessage, name: string): Promise<LocalReply> {
  const body = await readBody(request);
  if (body === 'tooLarge') return tooLarge;
  if (body === 'cut') return badRequest;
  if (!names.has(name)) return json(404, { Type: 'User', Message: `Function not found: ${name}` });
  const event = parse(body?.toString() ?? '{}');
  if (event === undefined) return json(400, { Type: 'User', Message: 'Could not parse request body into json' });
  const work = host.invoke(name, event.value, randomUUID());
  if (request.headers['x-amz-invocation-type'] === 'Event') return { status: 202, headers: {}, body: '' };
  const done = await work;
  if (done.ok) return json(200, done.result ?? null, { 'x-amz-executed-version': '$LATEST' });
  return json(200, done.error, { 'x-amz-executed-version': '$LATEST', 'x-amz-function-error': 'Unhandled' });
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const json = (status: number, value: unknown, headers: Record<string, string> = {}): LocalReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
