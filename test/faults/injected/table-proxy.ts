import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

import * as z from 'zod/mini';

import { listen } from '../../local/ports.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** A retry of the same request counts as the same call. */
export type TableCall = {
  /** The name of the action at AWS, such as `PutItem`. */
  action: string;
  /** Action, kinds of keys, and number among equal calls: `PutItem T/KEY`, `PutItem T/KEY #2`. */
  label: string;
  body: Record<string, unknown>;
};

export type Fate =
  | {
      does:
        | 'pass'
        // No answer comes until the client gives up.
        | 'hang'
        // The connection closes before the table gets the request.
        | 'cutBefore'
        // The table does the work, but its answer is lost.
        | 'cutAfter';
    }
  // The proxy answers, and the table never gets the request.
  | { does: 'answer'; status: number; body: object };

/** `attempt` counts from 1. */
export type TableBehaviour = (call: TableCall, attempt: number) => Fate;

const json = z.record(z.string(), z.unknown());
const fine: TableBehaviour = () => ({ does: 'pass' });

/** Starts the proxy. `givesUpMs` is the client's timeout, measured by this clock. */
export async function tableProxy(endpoint: string, clock: VirtualClock, givesUpMs: number) {
  const { hostname, port: tablePort } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true });
  let behaviour = fine;
  let calls = new Map<string, TableCall & { attempts: number }>();
  let struck: TableCall[] = [];

  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => void clock.call(() => answer(incoming, response, Buffer.concat(parts))));
  });
  server.keepAliveTimeout = 60_000;

  function noted(incoming: IncomingMessage, raw: Buffer): TableCall & { attempts: number } {
    const action = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
    // A repeated transaction differs only by its token.
    const { ClientRequestToken: _, ...body } = json.parse(JSON.parse(raw.toString()));
    const id = `${action} ${JSON.stringify(body)}`;
    const known = calls.get(id);
    if (known) return Object.assign(known, { attempts: known.attempts + 1 });
    const name = [action, ...kindsOf(body)].join(' ');
    const alike = [...calls.values()].filter(({ label }) => label === name || label.startsWith(`${name} #`)).length;
    const call = { action, label: alike === 0 ? name : `${name} #${alike + 1}`, body, attempts: 1 };
    calls.set(id, call);
    return call;
  }

  /** Resolves when the call has ended or never will. */
  async function answer(incoming: IncomingMessage, response: ServerResponse, raw: Buffer): Promise<void> {
    const call = noted(incoming, raw);
    const fate = behaviour(call, call.attempts);
    if (fate.does !== 'pass') struck.push(call);
    if (fate.does === 'hang') return void clock.hang(givesUpMs).then((givesUp) => givesUp && incoming.socket.destroy());
    if (fate.does === 'cutBefore') return void incoming.socket.destroy();
    if (fate.does === 'answer') return reply(response, fate.status, Buffer.from(JSON.stringify(fate.body)));
    const { promise, resolve } = Promise.withResolvers<void>();
    response.once('close', resolve);
    const headers = { ...incoming.headers, host: `${hostname}:${tablePort}` };
    const sent = request({ hostname, port: tablePort, method: 'POST', agent, headers }, (given) => {
      const received: Buffer[] = [];
      given.on('data', (part: Buffer) => received.push(part));
      given.on('end', () => {
        if (fate.does === 'cutAfter') incoming.socket.destroy();
        else reply(response, given.statusCode ?? 500, Buffer.concat(received));
      });
    });
    sent.on('error', () => response.destroy());
    sent.end(raw);
    return promise;
  }

  const port = await listen(server, 0, 'PORT');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Also forgets earlier calls. */
    behave(next: TableBehaviour): void {
      behaviour = next;
      calls = new Map();
      struck = [];
    },
    clear: () => void (behaviour = fine),
    calls: (): readonly TableCall[] => [...calls.values()],
    struck: (): readonly TableCall[] => struck,
    close(): void {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

const awsJson = 'application/x-amz-json-1.0';

function reply(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'content-type': awsJson, 'content-length': body.length });
  response.end(body);
}

const text = z.object({ S: z.string() });
const keys = z.object({ pk: text, sk: text });
const one = z.object({ Key: z.optional(keys), Item: z.optional(keys) });
const transaction = z.object({ TransactItems: z.array(z.record(z.string(), one)) });
const batch = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(keys) })) });
const query = z.object({ ExpressionAttributeValues: z.record(z.string(), z.unknown()) });

/** Returns `W/TRIGGER` for `W#7` and `TRIGGER#x`: only kinds, so that labels are equal in every run. */
function kindsOf(body: Record<string, unknown>): string[] {
  const batched = batch.safeParse(body).data;
  if (batched)
    return [
      Object.values(batched.RequestItems)
        .flatMap((of) => of.Keys.map(kindOf))
        .join('+'),
    ];
  const transacted = transaction.safeParse(body).data;
  if (transacted) {
    const items = transacted.TransactItems.flatMap((item) => Object.values(item));
    return [items.map(({ Key, Item }) => kindOf(Key ?? Item)).join('+')];
  }
  const { data } = one.safeParse(body);
  if (data?.Key || data?.Item) return [kindOf(data.Key ?? data.Item)];
  const values = Object.values(query.safeParse(body).data?.ExpressionAttributeValues ?? {});
  const kinds = values.flatMap((value) => text.safeParse(value).data?.S.split('#')[0] ?? []);
  return [kinds.map((kind) => (/^\d{4}-/.test(kind) ? 'time' : kind)).join('/')];
}

const kindOf = (key: z.output<typeof keys> | undefined): string =>
  key === undefined ? '?' : `${key.pk.S.split('#')[0]}/${key.sk.S.split('#')[0]?.replace(/^\d{4}-.*/, 'time')}`;
