import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import type { FunctionRow } from '#infra/functions.ts';
import { notAllowedAnswer, publicAddresses } from '#infra/public-addresses.ts';
import { openApiPath } from '#infra/served-documents.ts';
import { methodsOf, routeKeyOf, type Endpoint } from '#shared/contracts/endpoint.ts';
import { crossOriginAnswer, isForAnyOrigin, isPreflight, preflightAnswer } from '#shared/rules/cross-origin.ts';

import { loadingLimitMs, type FunctionError, type FunctionHost } from '../functions/function-host.ts';
import { readBody } from './body.ts';
import { cdnCompression } from './cdn-compression.ts';
import { eventOf, stage, type CdnHeaders } from './event.ts';
import { badRequest, functionFailed, notFound, replyOf, tooLarge, unavailable, type LocalReply } from './reply.ts';
import { routeTable } from './routes.ts';

/** Returns false if the request is not for this page. */
export type PageServer = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export type LocalGatewaySettings = {
  rows: readonly (Pick<FunctionRow, 'name' | 'contracts'> & Partial<Pick<FunctionRow, 'seconds'>>)[];
  host: FunctionHost;
  cdn: CdnHeaders;
  /** Tried in order if the request is not for the API. */
  pages: readonly PageServer[];
  /** While false, health answers 503. */
  ready: () => boolean;
  /** Called after each function call. */
  served?: () => void;
  failed?: (name: string, error: FunctionError) => void;
  /** Defaults to this machine's time. */
  now?: () => number;
  /** Called before each response is created. */
  answering?: (response: ServerResponse) => void;
  /** Defaults to `gatewayLimitMs`. */
  answerWithinMs?: number;
};

/** API Gateway's limit for a response. */
export const gatewayLimitMs = 29_000;

const healthPath = '/api/health';

/** Combines the CDN and API Gateway. Adds the stage to paths below `/api/` like the CDN. */
export function answerRequests(settings: LocalGatewaySettings) {
  const { answerWithinMs: limit = gatewayLimitMs, now = Date.now } = settings;
  const find = routeTable(
    settings.rows.flatMap((row) => {
      // The function's own limit applies first.
      const endsByItself = row.seconds !== undefined && row.seconds * 1000 + loadingLimitMs < limit;
      return (row.contracts ?? []).flatMap((contract) =>
        Object.values(contract).flatMap((endpoint: Endpoint) =>
          methodsOf(endpoint).map((method) => ({
            method,
            path: endpoint.path,
            target: {
              name: row.name,
              routeKey: routeKeyOf({ ...endpoint, method }),
              endsByItself,
              isCached: 'cacheSeconds' in endpoint,
            },
          })),
        ),
      );
    }),
  );
  const addresses = publicAddresses(settings.rows).map(({ pattern, allow }) => [new RegExp(pattern), allow] as const);

  async function callApi(
    request: IncomingMessage,
    path: string,
    query: string,
    requestId: string,
  ): Promise<LocalReply> {
    const method = request.method ?? 'GET';
    const decoded = decode(path);
    if (decoded === undefined || notAscii.test(query)) return badRequest;
    const match = find(method, decoded);
    if (!match) {
      const [, allow] = addresses.find(([pattern]) => pattern.test(path)) ?? [];
      return allow === undefined ? notFound : notAllowed(allow);
    }
    if (path === healthPath && !settings.ready()) return unavailable;
    const body = await readBody(request);
    if (body === 'tooLarge') return tooLarge;
    if (body === 'cut') return badRequest;
    const event = eventOf(
      {
        method,
        path: decoded.startsWith(`/${stage}/`) ? decoded : `/${stage}${decoded}`,
        query,
        rawHeaders: request.rawHeaders,
        address: request.socket.remoteAddress ?? '127.0.0.1',
        body,
      },
      { ...match, routeKey: match.target.routeKey },
      settings.cdn,
      requestId,
      now(),
    );
    const work = settings.host.invoke(match.target.name, event, requestId);
    const invocation = match.target.endsByItself ? await work : await within(limit, work);
    settings.served?.();
    if (invocation === 'late') return unavailable;
    if (invocation.ok) {
      const reply = replyOf(invocation.result);
      return match.target.isCached ? compressedReply(reply, request.headers['accept-encoding']) : reply;
    }
    settings.failed?.(match.target.name, invocation.error);
    return functionFailed;
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    settings.answering?.(response);
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const asked = mark < 0 ? url : url.slice(0, mark);
    // Like the CDN.
    const path = asked.startsWith(`/${stage}/`) ? asked.replace(/\/+$/, '') : asked;
    if (isPreflight(request.method, path)) return send(request, response, preflight);
    // On every response, like the CDN.
    if (isForAnyOrigin(path)) response.setHeaders(new Map(Object.entries(crossOriginAnswer)));
    if (path !== openApiPath && (path.startsWith('/api/') || path.startsWith(`/${stage}/`))) {
      const requestId = randomUUID();
      const reply = await callApi(request, path, mark < 0 ? '' : url.slice(mark + 1), requestId);
      return send(request, response, reply, requestId);
    }
    for (const page of settings.pages) if (await page(request, response)) return;
    send(request, response, notFound);
  };
}

const notAllowed = (allow: string): LocalReply => ({
  ...notAllowedAnswer,
  headers: { ...notAllowedAnswer.headers, allow },
});

const preflight: LocalReply = { status: 204, headers: preflightAnswer, body: '' };

/** The CDN compresses everything that it caches. */
function compressedReply(reply: LocalReply, accepted = ''): LocalReply {
  const body = Buffer.from(reply.body);
  const squeezed = cdnCompression(String(reply.headers['content-type']), body)(accepted);
  if (!squeezed) return reply;
  const headers = { ...reply.headers, 'content-encoding': squeezed.encoding, vary: 'accept-encoding' };
  return { ...reply, headers, body: squeezed.body };
}

/** API Gateway's limit for the request line and headers. */
const maxHeaderBytes = 10_240;

export function gatewayServer(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Server {
  const server = createServer({ maxHeaderSize: maxHeaderBytes }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else send(request, response, functionFailed);
    });
  });
  // A shorter timeout could close a kept-alive connection during a call.
  server.keepAliveTimeout = 65_000;
  return server;
}

export function send(request: IncomingMessage, response: ServerResponse, reply: LocalReply, requestId?: string): void {
  const headers: Record<string, string | string[] | number> = { ...reply.headers };
  if (requestId !== undefined) headers['apigw-requestid'] = requestId;
  if (reply === tooLarge) headers['connection'] = 'close';
  const bodiless = reply.status === 204 || reply.status === 304;
  if (!bodiless) headers['content-length'] = Buffer.byteLength(reply.body);
  response.writeHead(reply.status, headers);
  response.end(bodiless || request.method === 'HEAD' ? undefined : reply.body);
}

const notAscii = /[^!-~]/;

/** Returns undefined for a malformed escape and for bytes that are invalid in an address. */
function decode(path: string): string | undefined {
  if (notAscii.test(path)) return undefined;
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
