import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { createHttp } from '#functions/providers/http.ts';
import type { InboundEvent } from '#functions/providers/whatsapp/gateway.ts';
import { createWahaGateway } from '#functions/providers/whatsapp/waha/waha-gateway.ts';
import { passkeyAssertion } from '#shared/contracts/passkey.ts';

import { aGateway, hmacKey, type AGateway } from '../../sandboxes/whatsapp/a-gateway.ts';

// Adapter and sandbox were written independently. These tests run them against each other.
let at: AGateway;
beforeAll(async () => {
  at = await aGateway();
});
beforeEach(() => at.reset());
afterAll(() => at.close());

const line = { shardId: 'main', lineName: 'zb-4711-1' };
const family = '120363000000000001';
const groupJid = `${family}@g.us`;

function anAdapter() {
  return createWahaGateway({
    http: createHttp(),
    now: () => new Date(),
    wait: () => at.advance(1, line.lineName),
    shard: { id: 'main', url: `${at.url}/whatsapp` },
    apiKey: () => Promise.resolve('local-whatsapp-key'),
  });
}

async function createLine() {
  const gateway = anAdapter();
  const made = await gateway.createLine(line, { url: at.inbox.url, secret: hmacKey, metadata: { instanceId: '4711' } });
  expect(made).toMatchObject({ outcome: 'ok', snapshot: { state: 'connecting' } });
  await at.begun(line.lineName);
  return gateway;
}

async function receivedEvents(): Promise<InboundEvent[]> {
  await at.settle();
  const gateway = anAdapter();
  const parsed = await Promise.all(
    at.inbox.got.map(({ raw, headers }) => {
      const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
      return gateway.parseWebhook(Buffer.from(raw), Object.fromEntries(given), hmacKey);
    }),
  );
  return parsed.flatMap((one) => (one.outcome === 'events' ? one.events : [])).filter(({ kind }) => kind !== 'ignored');
}

test('links a number by its QR code, reports its owner and removes it', async () => {
  const gateway = await createLine();
  expect(await gateway.checkGateway()).toMatchObject({ suitable: true });
  const shown = await gateway.getPairing(line, { waitMs: 12_000 });
  if (shown.outcome !== 'ok' || shown.pairing.kind !== 'qr') throw new Error(JSON.stringify(shown));
  await at.phone('ana', 'scan', { qr: shown.pairing.dataUrl });
  expect(await gateway.describeLine(line)).toMatchObject({
    state: 'connected',
    self: {
      phone: expect.stringMatching(/^\d+$/),
      lid: expect.stringMatching(/^\d+@lid$/),
      displayName: expect.any(String),
    },
  });
  expect(await gateway.listLines('main')).toMatchObject({ lines: [{ line, snapshot: { state: 'connected' } }] });
  const states = (await receivedEvents()).map((event) =>
    event.kind === 'lineStateChanged' ? event.state : event.kind,
  );
  expect(new Set(states)).toEqual(new Set(['connecting', 'awaiting_qr', 'connected']));
  expect(await gateway.removeLine(line)).toEqual({ outcome: 'ok' });
  expect(await gateway.describeLine(line)).toMatchObject({ state: 'absent' });
});

test('starts a stopped line, which then shows a code again', async () => {
  const gateway = await createLine();
  await at.api('POST', `/api/sessions/${line.lineName}/stop`, {});
  expect(await gateway.describeLine(line)).toMatchObject({ state: 'stopped' });
  expect(await gateway.startLine(line)).toEqual({ outcome: 'ok' });
  expect(await gateway.describeLine(line)).toMatchObject({ state: 'connecting' });
  expect(await gateway.startLine(line)).toEqual({ outcome: 'ok' });
  await at.begun(line.lineName);
  expect(await gateway.getPairing(line, { waitMs: 12_000 })).toMatchObject({ pairing: { kind: 'qr' } });
});

test('requests a passkey, submits the signature unchanged and confirms the code', async () => {
  const gateway = await createLine();
  await at.phone('ana', 'scan', { session: line.lineName, demand: 'passkeyAndCode' });
  const asked = await gateway.describeLine(line);
  if (!asked.passkey || !('challenge' in asked.passkey)) throw new Error(JSON.stringify(asked));
  const signed = (await at.phone('ana', 'sign', asked.passkey.challenge)).body;
  const { assertion } = z.parse(z.object({ assertion: passkeyAssertion }), signed);
  expect(await gateway.submitPasskey(line, assertion)).toEqual({ outcome: 'ok' });
  expect(await gateway.describeLine(line)).toMatchObject({
    state: 'awaiting_passkey_code',
    passkey: { code: expect.any(String) },
  });
  expect(await gateway.confirmPasskey(line)).toEqual({ outcome: 'ok' });
  expect(await receivedEvents()).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ state: 'awaiting_passkey', passkey: asked.passkey })]),
  );
});

test('receives a group message, answers it and reacts to it', async () => {
  const gateway = await createLine();
  await at.phone('ana', 'scan', { session: line.lineName });
  expect(await gateway.listGroups(line)).toMatchObject({
    groups: expect.arrayContaining([{ jid: groupJid, name: expect.any(String), canPost: true }]),
  });
  await at.chat(family, 'say', { as: 'bruno', text: 'Boa noite' });
  const message = (await receivedEvents()).find((event) => event.kind === 'groupMessage');
  if (message?.kind !== 'groupMessage') throw new Error('No group message was received.');
  expect(message).toMatchObject({ line, groupJid, text: 'Boa noite', origin: 'member', hasMedia: false });
  expect(message.sender).toMatchObject({ id: expect.stringMatching(/@lid$/), phone: expect.any(String) });

  const messageId = gateway.newMessageId() ?? '';
  const sent = await gateway.sendText(line, groupJid, '✅ Boa noite', { replyTo: message.replyHandle, messageId });
  expect(sent).toMatchObject({ outcome: 'ok', sent: { messageId } });
  expect(await gateway.react(line, message.replyHandle, '⏳')).toEqual({ outcome: 'ok' });
  expect(await receivedEvents()).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ messageId, origin: 'own_api', quotedMessageId: message.messageId }),
    ]),
  );
  await at.chat(family, 'say', { as: 'ana', text: 'Acender' });
  expect(await receivedEvents()).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ text: 'Acender', origin: 'own_phone' })]),
  );
});
