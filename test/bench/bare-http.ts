import { Agent, createServer, request, type IncomingHttpHeaders } from 'node:http';

import { createTable } from '#functions/data/table.ts';

import { answerMeasurements } from './measured-child.ts';

/** A bare HTTP server: Node's own `http` and the product's table, without a framework. */
export const environment = (name: string): string => process.env[name] ?? '';

export const table = createTable({
  TABLE_NAME: environment('TABLE_NAME'),
  DYNAMODB_ENDPOINT: environment('DYNAMODB_ENDPOINT'),
  DATA_REGION: 'us-east-1',
});

const agent = new Agent({ keepAlive: true });

/** Sends a request over a kept connection and accepts any status. */
export function post(
  url: string,
  body: string,
  more: Readonly<Record<string, string>>,
  method: 'POST' | 'PUT' = 'POST',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { ...more, 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

type Asked = { path: string; headers: IncomingHttpHeaders; raw: Buffer };

/** Serves `answer`, and logs its rejections. */
export function serveBare(answer: (asked: Asked) => Promise<string>): void {
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      answer({ path: incoming.url ?? '', headers: incoming.headers, raw: Buffer.concat(parts) }).then(
        (text) => {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
          response.end(text);
        },
        (error: unknown) => {
          console.error(error);
          response.writeHead(500).end();
        },
      );
    });
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    answerMeasurements(
      { url: `http://127.0.0.1:${port}` },
      () => {},
      () => server.closeAllConnections(),
    );
  });
}
