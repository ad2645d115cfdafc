import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { accessKeysContract } from '#shared/contracts/access-keys.ts';
import { machineFindings } from '#shared/contracts/findings.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';

import { parsedReply, refusalIn } from './kit/answers.ts';
import { accessKeyFor } from './kit/belongings.ts';
import { guests } from './kit/guests.ts';
import { settled } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { fire, runIn } from './kit/webhook-call.ts';

const guest = guests('accessKeys');
let ana: Awaited<ReturnType<typeof settled>>;
beforeAll(async () => {
  ana = await settled(guest());
});

const give = (wish: object = {}) => accessKeyFor(ana, wish);
const keys = async () =>
  parsedReply(accessKeysContract.listAccessKeys.reply, await ana.get('/api/access-keys')).accessKeys;
const addressWith = (secret: string) => webhookAddress(inject('stack').appUrl, ana.trigger, secret);
const bearer = (secret: string) =>
  fire(addressWith(''), { method: 'POST', headers: { authorization: `Bearer ${secret}` } });

describe('access keys', () => {
  test('fires with a key in the address or as bearer token and names the key in the history', async () => {
    const { secret } = await give({ name: 'Estufa', triggers: [ana.trigger.id] });
    expect(runIn(await fire(addressWith(secret)))).toMatchObject({ status: 200, outcome: 'sent' });
    expect(runIn(await bearer(secret))).toMatchObject({ status: 200, outcome: 'sent' });
    await expect
      .poll(async () => (await ana.history(ana.trigger.id)).slice(0, 2), soon)
      .toMatchObject([
        { channel: 'webhook', who: 'Estufa' },
        { channel: 'webhook', who: 'Estufa' },
      ]);
  });

  test('treats a deleted key like an unknown one from the next call on', async () => {
    const { secret, id } = await give();
    expect((await bearer(secret)).status).toBe(200);
    expect((await ana.send('DELETE', `/api/access-keys/${id}`)).status).toBe(204);
    const stranger = await bearer('nobody');
    expect([(await bearer(secret)).text, stranger.status]).toEqual([stranger.text, 404]);
    expect((await keys()).map((key) => key.id)).not.toContain(id);
  });

  test('counts the uses of a key and answers 410 once they are used up', async () => {
    const { secret, id } = await give({ uses: 1 });
    expect((await bearer(secret)).status).toBe(200);
    expect(refusalIn(await bearer(secret))).toEqual({ status: 410, errorKey: 'accessKey.usedUp' });
    expect((await keys()).find((key) => key.id === id)).toMatchObject({ uses: 1, used: 1 });
  });

  test('refuses planned runs with a key that has a limited number of uses, and allows them with other keys', async () => {
    const later = async (secret: string) => fire(`${addressWith(secret)}&in=1h`);
    expect(refusalIn(await later((await give({ uses: 1 })).secret))).toEqual({
      status: 409,
      errorKey: 'accessKey.firesNowOnly',
    });
    expect((await later((await give()).secret)).status).toBe(202);
  });

  test('reads findings only with a key for reading and fires only with a key for firing', async () => {
    const { secret } = await give({ right: 'read' });
    expect(refusalIn(await bearer(secret))).toEqual({ status: 404, errorKey: 'trigger.notFound' });
    const poll = (token: string) =>
      fire(`${inject('stack').appUrl}/prod/findings/${ana.trigger.workspaceId}`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect(z.parse(machineFindings, (await poll(secret)).json()).findings).toEqual([]);
    expect((await poll((await give()).secret)).status).toBe(404);
  });

  test('changes a key and rotates its secret, and never lists secrets', async () => {
    const { secret, id } = await give({ name: 'Portão' });
    const change = await ana.send('PATCH', `/api/access-keys/${id}`, { name: 'Garagem', rotate: 'now' });
    const changed = parsedReply(accessKeysContract.updateAccessKey.reply, change);
    expect(changed.name).toBe('Garagem');
    expect((await bearer(secret)).status).toBe(404);
    expect((await bearer(changed.secret ?? '')).status).toBe(200);
    expect((await ana.get('/api/access-keys')).text).not.toMatch(/recado_|whsec_|hash/i);
  });

  test('refuses a key for a trigger of another user', async () => {
    const stranger = await settled(guest());
    const wish = { name: 'Curioso', triggers: [stranger.trigger.id] };
    expect(refusalIn(await ana.send('POST', '/api/access-keys', wish))).toEqual({
      status: 404,
      errorKey: 'trigger.notFound',
    });
  });

  test('refuses a key of another workspace', async () => {
    const { secret } = await give();
    const stranger = await settled(guest());
    const foreign = webhookAddress(inject('stack').appUrl, stranger.trigger, secret);
    expect(refusalIn(await fire(foreign))).toEqual({ status: 404, errorKey: 'trigger.notFound' });
  });
});

describe('signed calls', () => {
  const body = JSON.stringify({ alarm: 'smoke', room: 'São João' });
  const signedWith = (secret: string, id: string, at = new Date(), sent = body) => ({
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, sent),
  });
  const addressOf = (keyId: string) =>
    `${webhookAddress(inject('stack').appUrl, ana.trigger, '').replace(/\?.*$/, '')}?key=${keyId}`;
  const call = (keyId: string, headers: Record<string, string>, sent = body) =>
    fire(addressOf(keyId), { method: 'POST', headers, body: sent });

  test('fires once per message signed by the official library and names the key in the history', async () => {
    const { secret, id } = await give({ name: 'Sensor', signed: true });
    const headers = signedWith(secret, 'msg_1');
    const first = runIn(await call(id, headers));
    expect(first).toMatchObject({ status: 200, outcome: 'sent' });
    expect(runIn(await call(id, headers))).toEqual({ ...first, replayed: true });
    await expect
      .poll(async () => (await ana.history(ana.trigger.id)).filter(({ who }) => who === 'Sensor').length, soon)
      .toBe(1);
  });

  test(
    'treats a wrong, old or unknown signature, and a signing secret as token, like an unknown key',
    { tags: 'threat-signed-call' },
    async () => {
      const { secret, id } = await give({ signed: true });
      const good = signedWith(secret, 'msg_1');
      const stranger = await bearer('nobody');
      const old = new Date(Date.now() - 301_000);
      const answers = [
        await call(id, good, '{}'),
        await call(id, signedWith(secret, 'msg_1', old)),
        await call('nobody', good),
        await call(id, {}),
        await bearer(secret),
      ];
      for (const { status, text } of answers) expect([status, text]).toEqual([404, stranger.text]);
      expect((await call(id, good)).status).toBe(200);
    },
  );

  test('accepts signatures with the old secret after a rotation with overlap', async () => {
    const { secret, id } = await give({ signed: true });
    const change = await ana.send('PATCH', `/api/access-keys/${id}`, { rotate: 'in24Hours' });
    const { secret: anew = '' } = parsedReply(accessKeysContract.updateAccessKey.reply, change);
    expect((await call(id, signedWith(secret, 'msg_1'))).status).toBe(200);
    expect((await call(id, signedWith(anew, 'msg_2'))).status).toBe(200);
  });

  test('fires with a signature although the token in the same call is invalid', async () => {
    const { secret, id } = await give({ signed: true });
    const headers = { ...signedWith(secret, 'msg_1'), authorization: `Bearer ${'x'.repeat(43)}` };
    expect((await call(id, headers)).status).toBe(200);
  });

  test('refuses an Idempotency-Key that differs from the message id', async () => {
    const { secret, id } = await give({ signed: true });
    const headers = { ...signedWith(secret, 'msg_1'), 'idempotency-key': 'another' };
    expect(refusalIn(await call(id, headers))).toEqual({ status: 400, errorKey: 'trigger.keysDiffer' });
  });

  test('verifies the signature over a long body', async () => {
    const { secret, id } = await give({ signed: true });
    const long = JSON.stringify('x'.repeat(300_000));
    const headers = signedWith(secret, 'msg_1', new Date(), long);
    expect((await call(id, headers, long.replace('x"', 'y"'))).status).toBe(404);
    expect((await call(id, headers, long)).status).toBe(200);
  });
});
