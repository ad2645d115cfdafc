import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

import type { GatewayRecorder } from './gateway-recorder.ts';
import type { GroupTarget } from './group-target.ts';

export type GroupMessage = { jid: string; sender: number; text: string; deviceId?: string };

/** Ordinary messages. Every tenth message is the name of a trigger instead. */
const talk = [
  'bom dia',
  'alguém viu a chave do carro?',
  'chego às oito',
  'kkkkkk',
  'tem pão em casa?',
  'vou sair agora, alguém precisa de alguma coisa do mercado?',
  'ok',
  'amanhã é dia de natação',
  '👍',
];

/** Ten messages per command, spread over these groups in turn. */
export function groupMessages(place: GroupTarget, jids: readonly string[], commands: number): GroupMessage[] {
  return Array.from({ length: commands }, (_, turn) => turn).flatMap((turn) => {
    const jid = jids[turn % jids.length] ?? '';
    const trigger = place.triggers[turn % place.triggers.length];
    if (!trigger) throw new Error('There is no trigger to be fired.');
    const around = talk.map((text, at): GroupMessage => ({ jid, sender: at, text }));
    return [...around, { jid, sender: 100 + turn, text: trigger.name.toLowerCase(), deviceId: trigger.deviceId }];
  });
}

export function signed(
  { jid, sender, text }: GroupMessage,
  secret: string,
): { body: string; headers: Record<string, string> } {
  const now = Date.now();
  const lid = `${700_100_200_300 + sender}@lid`;
  const id = `3A${randomBytes(9).toString('hex').toUpperCase()}`;
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    timestamp: now,
    event: 'message.any',
    session: 'bench',
    me: { id: '5511955500001@c.us', lid: '700100200001@lid', pushName: 'Ana' },
    payload: {
      id: `false_${jid}_${id}_${lid}`,
      timestamp: Math.floor(now / 1000),
      from: jid,
      to: lid,
      participant: lid,
      fromMe: false,
      source: 'app',
      body: text,
      hasMedia: false,
      replyTo: null,
      _data: { Info: { SenderAlt: `${5_511_966_600_000 + sender}@s.whatsapp.net`, PushName: `Member ${sender}` } },
    },
    engine: 'GOWS',
    environment: { version: '2026.8.1' },
  });
  const hmac = createHmac('sha512', secret).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-webhook-request-id': randomUUID(),
    'x-webhook-timestamp': String(now),
    'x-webhook-hmac': hmac,
    'x-webhook-hmac-algorithm': 'sha512',
  };
  return { body, headers };
}

/** Milliseconds from a command to its event, and from any other message to its answer. */
export type GroupTimes = { toEvent: number[]; talk: number[] };

/** Delivers messages concurrently, as a gateway does, and waits for every event and answer. */
export async function deliver(
  recorder: GatewayRecorder,
  { url, secret }: { url: string; secret: string },
  all: readonly GroupMessage[],
  atOnce: number,
): Promise<GroupTimes> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const heard: GroupTimes = { toEvent: [], talk: [] };
  const waiting = [...all];
  const postman = async (): Promise<void> => {
    for (let saying = waiting.shift(); saying; saying = waiting.shift()) {
      const { body, headers } = signed(saying, secret);
      const eventAt = saying.deviceId === undefined ? undefined : recorder.eventAt(saying.deviceId);
      const began = performance.now();
      await post(agent, url, body, headers);
      if (eventAt === undefined) heard.talk.push(performance.now() - began);
      else heard.toEvent.push((await inTime(eventAt, saying)) - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, postman));
  agent.destroy();
  return heard;
}

/** The event precedes the answer, so waiting long after the answer is pointless. */
function inTime(eventAt: Promise<number>, { text, jid }: GroupMessage): Promise<number> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(new Error(`"${text}" in ${jid} was answered but sent no event.`)), 5_000);
  return Promise.race([eventAt, over.promise]).finally(() => clearTimeout(timer));
}

function post(agent: Agent, url: string, body: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`A delivery was answered with ${answer.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
