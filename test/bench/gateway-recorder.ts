import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

import * as z from 'zod/mini';

import { listen } from '../local/ports.ts';

const heardAt = z.object({ event: z.object({ endpoint: z.object({ endpointId: z.string() }) }) });

/** An event gateway and a WhatsApp gateway that accept everything. Forwards other calls to the sandbox. */
export async function gatewayRecorder() {
  let sandbox = '';
  const waiting = new Map<string, (at: number) => void>();

  const server = createServer((incoming, response) => {
    const at = performance.now();
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      if (incoming.url === '/v3/events') {
        response.writeHead(202, { 'content-length': 0 }).end();
        received(body, at);
      } else if (incoming.url === '/whatsapp/api/reaction') {
        sent(response);
      } else handOn(incoming, body, response);
    });
  });

  function received(body: Buffer, at: number): void {
    const { data } = heardAt.safeParse(JSON.parse(body.toString()));
    if (!data) return;
    const { endpointId } = data.event.endpoint;
    waiting.get(endpointId)?.(at);
    waiting.delete(endpointId);
  }

  const sent = (response: ServerResponse): void => {
    const text = JSON.stringify({ id: `true_1@g.us_${crypto.randomUUID()}` });
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  };

  function handOn({ method, url = '', headers }: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const onward = request(`${sandbox}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  }

  server.keepAliveTimeout = 65_000;
  const url = `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
  return {
    url,
    standBefore: (sandboxUrl: string): void => void (sandbox = sandboxUrl),
    /** Resolves to the time of the device's next event, by `performance.now()`. */
    eventAt: (deviceId: string) => new Promise<number>((resolve) => waiting.set(deviceId, resolve)),
    close: () => server.close().closeAllConnections(),
  };
}
export type GatewayRecorder = Awaited<ReturnType<typeof gatewayRecorder>>;
