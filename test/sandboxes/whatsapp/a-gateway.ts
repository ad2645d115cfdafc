import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

import * as z from 'zod/mini';

import { startSandboxes } from '../index.ts';
import { sandboxClient } from '../sandbox-client.ts';

const envelope = z.object({
  id: z.string(),
  timestamp: z.number(),
  event: z.string(),
  session: z.string(),
  metadata: z.optional(z.record(z.string(), z.string())),
  me: z.nullable(z.looseObject({ id: z.string(), lid: z.string() })),
  payload: z.looseObject({
    id: z.optional(z.string()),
    status: z.optional(z.string()),
    body: z.optional(z.string()),
    timestamp: z.optional(z.number()),
    fromMe: z.optional(z.boolean()),
    source: z.optional(z.string()),
    participant: z.optional(z.string()),
  }),
  engine: z.string(),
});

/** Longer than any test, so that nothing starts automatically. */
const START_SECONDS = 50;

export const hmacKey = 'the key of a line';

export async function aGateway() {
  let stoppedAt: Date | undefined;
  const sandboxes = await startSandboxes({ now: () => stoppedAt ?? new Date() });
  const client = sandboxClient(sandboxes.url);
  const inbox = await anInbox();

  async function api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${sandboxes.url}/whatsapp${path}`, {
      method,
      headers: { 'x-api-key': 'local-whatsapp-key', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const parsed: unknown = type.includes('json') ? JSON.parse(text) : undefined;
    return { status: response.status, text, type, body: parsed };
  }
  const control = (name: string, body: object) => client.json(`/whatsapp/_${name}`, body);
  const phone = (person: string, act: string, body: object = {}) =>
    client.json(`/whatsapp/phone/${person}/${act}`, body);
  const advance = (seconds: number, session?: string) => control('advance', { seconds, ...(session && { session }) });

  const begun = (session?: string) => advance(START_SECONDS, session);

  const webhook = (events: string[], more: object = {}) => ({
    url: inbox.url,
    events,
    hmac: { key: hmacKey },
    retries: { policy: 'constant', delaySeconds: 2, attempts: 15 },
    ...more,
  });

  /** `webhooks` subscribe to all events by default. */
  async function line(name: string, webhooks: object[] = [webhook(['*'])]): Promise<void> {
    await api('POST', '/api/sessions', { name, config: { metadata: { instanceId: '4711' }, webhooks } });
    await begun(name);
  }

  return {
    url: sandboxes.url,
    client,
    inbox,
    api,
    control,
    phone,
    advance,
    begun,
    webhook,
    line,
    linked: async (name: string, person = 'ana', webhooks?: object[]): Promise<void> => {
      await line(name, webhooks);
      await phone(person, 'scan', { session: name });
    },
    chat: (group: string, act: string, body: object) => client.json(`/whatsapp/chat/${group}/${act}`, body),
    settle: () => control('deliveries', { do: 'settle' }),
    /** Stops the clock of the sandboxes until `reset`. */
    stopClock: (at: Date) => void (stoppedAt = at),
    reset: async (): Promise<void> => {
      stoppedAt = undefined;
      await control('deliveries', { do: 'settle' });
      await control('reset', {});
      await control('settings', { startMs: START_SECONDS * 1000 });
      inbox.empty();
    },
    close: async (): Promise<void> => {
      await sandboxes.close();
      inbox.close();
    },
  };
}
export type AGateway = Awaited<ReturnType<typeof aGateway>>;

async function anInbox() {
  const got: { raw: string; headers: IncomingHttpHeaders }[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ raw: Buffer.concat(chunks).toString(), headers: request.headers });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const events = (kind?: string) =>
    got.map(({ raw }) => envelope.parse(JSON.parse(raw))).filter((one) => (kind ?? one.event) === one.event);
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/prod/whatsapp/main/key`,
    got,
    /** Statuses of the next responses; 200 afterwards. */
    answer: (...statuses: number[]) => void answers.push(...statuses),
    events,
    texts: () => events('message.any').map(({ payload }) => payload.body),
    states: () => events('session.status').map(({ payload }) => payload.status),
    isSigned: ({ raw, headers }: { raw: string; headers: IncomingHttpHeaders }): boolean =>
      headers['x-webhook-hmac'] === createHmac('sha512', hmacKey).update(raw).digest('hex'),
    empty(): void {
      got.length = 0;
      answers.length = 0;
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
