import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';

import { listen } from '../../local/ports.ts';
import { localCertificate } from '../cold/certificate.ts';

/** Headers of one connection, which HTTP/2 forbids. https://www.rfc-editor.org/rfc/rfc9113#section-8.2.2 */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/**
 * Serves `origin` over HTTP/2, as CloudFront does. Over HTTP/1.1 a browser requests only six files at once, which decides
 * the figures of a slow line. Returns its address.
 */
export async function http2Front(origin: string) {
  const { hostname, port, host } = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  const open = new Set<{ destroy(): void }>();
  const pass = (from: Http2ServerRequest, to: Http2ServerResponse): void => {
    const { method, url: path } = from;
    // The product refuses changes that come from another origin.
    const own = from.headers.origin === undefined ? { host } : { host, origin };
    const headers = { ...fieldsOf(from.headers), ...own };
    const onward = request({ hostname, port, method, path, headers, agent }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, fieldsOf(answer.headers));
      answer.pipe(to);
    });
    onward.on('error', () => to.stream.destroy());
    from.pipe(onward);
  };
  const server = createSecureServer(localCertificate(), pass).on('session', (session) => {
    open.add(session);
    session.on('close', () => open.delete(session));
    session.on('error', () => session.destroy());
  });
  const url = `https://localhost:${await listen(server, 0, 'the HTTP/2 front')}`;
  const close = async () => {
    for (const session of open) session.destroy();
    agent.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, close };
}

/** The header fields that both protocols have. */
const fieldsOf = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofConnection.has(name)));
