import { createServer, request } from 'node:http';

import * as z from 'zod/mini';

import { listen } from '../../local/ports.ts';

const capacity = z.object({ CapacityUnits: z.optional(z.number()) });
const answered = z.object({ ConsumedCapacity: z.optional(z.union([capacity, z.array(capacity)])) });
const asked = z.record(z.string(), z.unknown());

const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem']);

export type Consumed = { calls: number; readUnits: number; writeUnits: number };

/** A proxy that requests the consumed capacity of every call to the table. */
export async function capacityProxy(endpoint: string) {
  let consumed: Consumed = { calls: 0, readUnits: 0, writeUnits: 0 };
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const action = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
      const isStream = String(incoming.headers['x-amz-target']).startsWith('DynamoDBStreams');
      const wanted = asked.parse(JSON.parse(Buffer.concat(parts).toString()));
      const body = JSON.stringify(isStream ? wanted : { ...wanted, ReturnConsumedCapacity: 'TOTAL' });
      const headers = { ...incoming.headers, 'content-length': Buffer.byteLength(body) };
      const sent = request(endpoint, { method: 'POST', headers }, (answer) => {
        const received: Buffer[] = [];
        answer.on('data', (part: Buffer) => received.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(received);
          if (!isStream) count(action, text);
          // The checksum no longer fits the changed answer.
          response.writeHead(answer.statusCode ?? 500, { 'content-type': answer.headers['content-type'] ?? '' });
          response.end(text);
        });
      });
      sent.on('error', () => response.destroy());
      sent.end(body);
    });
  });

  function count(action: string, text: Buffer): void {
    const { ConsumedCapacity } = answered.parse(JSON.parse(text.toString()));
    const units = [ConsumedCapacity ?? []].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
    consumed.calls += 1;
    if (writes.has(action)) consumed.writeUnits += units;
    else consumed.readUnits += units;
  }

  const port = await listen(server, 0, 'PORT');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    take(): Consumed {
      const taken = consumed;
      consumed = { calls: 0, readUnits: 0, writeUnits: 0 };
      return taken;
    },
    close: () => server.close().closeAllConnections(),
  };
}
