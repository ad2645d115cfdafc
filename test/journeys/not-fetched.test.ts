import { createServer } from 'node:http';

import { expect, inject, test } from 'vitest';

import { sendRaw, type RawRequest } from '../hostile/raw-http.ts';
import { stackControls } from '../local/local-client.ts';
import { listen } from '../local/ports.ts';
import { aMessage, anEvent } from '../wire/whatsapp/waha-deliveries.ts';
import { endpoints, fieldsOf } from './kit/endpoints.ts';
import { anAttacker, rightRequest, signed, type Attacker } from './kit/fuzz-world.ts';
import { guests } from './kit/guests.ts';

test('never fetches an address from a request or a delivery', { tags: 'threat-ssrf' }, async () => {
  const me = await anAttacker(guests('notFetched')());
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.end();
  });
  const address = `http://127.0.0.1:${await listen(server, 0, 'PORT')}/picture.png`;
  try {
    await everywhere(me, address);
    await stackControls(inject('stack')).drain();
    expect(heard).toEqual([]);
    await fetch(address);
    expect(heard).toEqual(['GET /picture.png']);
  } finally {
    server.close().closeAllConnections();
  }
});

/** Puts the address into all fields of all calls, into messages of providers and into their responses. */
async function everywhere(me: Attacker, address: string): Promise<void> {
  const { appUrl } = inject('stack');
  const headers = ['referer', 'origin', 'x-callback-url', 'x-forwarded-for', 'idempotency-key', 'user-agent'];
  // The gateway answers with this picture for the user's own number.
  await me.phone.settings({ picture: address });
  const gentle = endpoints.filter(
    ({ name, endpoint }) => endpoint.method !== 'DELETE' && !/^(?:unlink|logout)/.test(name),
  );
  for (const one of gentle) {
    const { right, fields } = rightRequest(me, one);
    const names = fieldsOf(one.endpoint.query).filter((name) => name !== 'token');
    const query = new URLSearchParams(names.map((name): [string, string] => [name, address])).toString();
    const target = `${right.target}${right.target.includes('?') ? '&' : '?'}${query}`;
    const wanted = headers.filter((name) => name !== 'origin' || one.endpoint.method === 'GET');
    const request = {
      ...right,
      target,
      headers: [...right.headers, ...wanted.map((name) => [name, address] as const)],
    };
    for (const body of [fields, withAddress(fields, address)]) await sendRaw(appUrl, sized(request, body));
  }
  const inbound = endpoints.find(({ name }) => name === 'receiveWhatsAppEvent');
  if (!inbound) throw new Error('no door for deliveries');
  const media = { hasMedia: true, media: { url: address, mimetype: 'image/png' }, mediaUrl: address, body: address };
  const links = {
    _data: { Info: { PushName: address, SenderAlt: address }, Message: { imageMessage: { url: address } } },
  };
  for (const payload of [aMessage(media), aMessage({ ...media, ...links }), { ...links, profilePictureUrl: address }]) {
    for (const event of ['message', 'message.any', 'session.status', 'group.v2.update', 'group.v2.join']) {
      const delivery = anEvent(event, payload, { session: me.lineName, timestamp: Date.now(), me: { id: address } });
      const { right } = rightRequest(me, inbound);
      await sendRaw(appUrl, signed(me, sized(right, delivery)));
    }
  }
}

const sized = (request: RawRequest, body: object): RawRequest => {
  if (request.body === undefined) return request;
  const bytes = Buffer.from(JSON.stringify(body));
  return { ...request, body: bytes, headers: [...request.headers, ['content-length', String(bytes.length)] as const] };
};

function withAddress(value: unknown, address: string): object {
  const changed: unknown = JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? address : inner,
  );
  return typeof changed === 'object' && changed !== null ? changed : {};
}
