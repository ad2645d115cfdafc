import { describe, expect, test } from 'vitest';

import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import { parsedReply, refusalIn } from '../kit/answers.ts';
import { guests } from '../kit/guests.ts';
import { beforePairing, numberOf, pair, withGroup } from '../kit/number.ts';
import { newcomer, settled } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { subscribe } from '../kit/table.ts';
import { aGroup, lineAt, phoneOf } from '../kit/whatsapp-world.ts';

const guest = guests('whatsappPairing');

test(
  "covers pairing, linking a group, a command, the home's reaction and the reply",
  { tags: ['spec-10.1', 'spec-10.2', 'spec-195.1'] },
  async () => {
    const ana = await beforePairing(guest());
    const bruno = guest();
    expect(await ana.page.current()).toEqual({ instance: null, referencedWorkspaceName: null });
    const { id, chipStatus } = await ana.page.begin();
    expect(chipStatus).toBe('CONNECTING');
    const qr = await ana.page.qrCode(id);
    expect(qr).toMatch(/^data:image\/png;base64,/);
    expect(await ana.page.logged(id)).toMatchObject({ logged: false, chipStatus: 'WAITING_QR', qrcode: qr });
    await ana.phone.scan(qr);
    await expect.poll(() => ana.page.logged(id), soon).toEqual({ logged: true, chipStatus: 'CONNECTED' });
    const { phone } = await ana.phone.look();
    expect((await ana.page.current()).instance).toMatchObject({ id, phone: `+${phone}`, chipStatus: 'CONNECTED' });
    expect(await ana.page.check(id)).toBe(true);

    const group = await aGroup('Família', [ana.name, bruno]);
    const [choice] = (await ana.page.choices(id)).filter(({ jid }) => jid === group.jid);
    expect(choice).toEqual({ jid: group.jid, name: 'Família', canPost: true });
    expect((await ana.page.linkGroup(group)).status).toBe(201);
    expect(await ana.page.groupNames()).toEqual(['Família']);

    const asked = await group.say(bruno, 'good night');
    await expect.poll(() => ana.home.eventCount(ana.trigger.deviceId), soon).toBe(1);
    const who = `Guest ${bruno.slice(6)}`;
    await expect.poll(() => group.answers(), soon).toEqual([{ text: '✅', replyTo: asked }]);
    await expect
      .poll(() => ana.history(ana.trigger.id), soon)
      .toMatchObject([{ channel: 'group', outcome: 'sent', who }]);
  },
);

test('links only a group of the number and stores its WhatsApp name', { tags: 'spec-264.1' }, async () => {
  const ana = await beforePairing(guest());
  await pair(ana.page, ana.phone);
  const foreign = await aGroup('Praia', [guest()]);
  const refused = refusalIn(await ana.page.linkGroup({ jid: foreign.jid, name: 'Família' }));
  expect(refused).toMatchObject({ status: 404, errorKey: 'group.notFound' });
  const own = await aGroup('Família', [ana.name]);
  expect((await ana.page.linkGroup({ jid: own.jid, name: 'A name that I made up' })).status).toBe(201);
  expect(await ana.page.groupNames()).toEqual(['Família']);
});

test('pairs with a code that is typed on the phone instead of a scan', async () => {
  const ana = await beforePairing(guest());
  const { id } = await ana.page.begin();
  const { phone } = await ana.phone.look();
  const { code } = parsedReply(whatsappContract.requestPairingCode.reply, await ana.page.pairingCode(id, `+${phone}`));
  expect(code).toMatch(/^\w{4}-\w{4}$/);
  await ana.phone.type(code);
  await expect.poll(() => ana.page.logged(id), soon).toEqual({ logged: true, chipStatus: 'CONNECTED' });
  expect((await ana.page.current()).instance).toMatchObject({ phone: `+${phone}` });
  const late = refusalIn(await ana.page.pairingCode(id, `+${phone}`));
  expect(late).toMatchObject({ status: 409, errorKey: 'instance.notPairing' });
  expect((await ana.page.pairingCode(id, '12')).status).toBe(400);
});

describe('the QR code', () => {
  test('shows a new code after the gateway stopped the line', async () => {
    const ana = await beforePairing(guest());
    const { id } = await ana.page.begin();
    const first = await ana.page.qrCode(id);
    const line = lineAt(`zb-${id}-1`);
    await line.stop();
    await expect.poll(async () => (await ana.page.logged(id)).qrcode ?? first, soon).not.toBe(first);
    await ana.phone.scan((await ana.page.logged(id)).qrcode ?? '');
    await expect.poll(async () => (await ana.page.logged(id)).logged, soon).toBe(true);
    expect(await ana.phone.lines()).toEqual([`zb-${id}-1`]);
  });

  test('replaces the code regularly and rejects the old one', { tags: 'spec-195.1' }, async () => {
    const ana = await beforePairing(guest());
    const { id } = await ana.page.begin();
    const first = await ana.page.qrCode(id);
    await lineAt(`zb-${id}-1`).pass(60);
    const second = (await ana.page.logged(id)).qrcode ?? '';
    expect(second).not.toBe(first);
    await expect(ana.phone.scan(first)).rejects.toThrow('too old');
    await ana.phone.scan(second);
    await expect.poll(async () => (await ana.page.logged(id)).logged, soon).toBe(true);
  });

  test('ends the attempt when the code is not scanned and allows another one', async () => {
    const ana = await beforePairing(guest());
    const { id } = await ana.page.begin();
    await ana.page.qrCode(id);
    await lineAt(`zb-${id}-1`).pass(160);
    await expect.poll(() => ana.page.chipStatus(), soon).toBe('DISCONNECTED');
    expect(await ana.page.qrCode(id)).toBe('');
    expect(await pair(ana.page, ana.phone)).toMatchObject({ id, chipStatus: 'CONNECTED' });
    expect(await ana.phone.lines()).toEqual([`zb-${id}-2`]);
  });

  test('ends the attempt when the phone refuses the code', async () => {
    const ana = await beforePairing(guest());
    const { id } = await ana.page.begin();
    await ana.phone.refuse(await ana.page.qrCode(id));
    await expect.poll(() => ana.page.chipStatus(), soon).toBe('DISCONNECTED');
    expect(await ana.page.logged(id)).toEqual({ logged: false, chipStatus: 'DISCONNECTED', ended: 'failed' });
  });

  test('removes code and line when the dialog is closed', { tags: 'spec-197.1' }, async () => {
    const ana = await beforePairing(guest());
    const { id } = await ana.page.begin();
    const qr = await ana.page.qrCode(id);
    expect((await ana.page.unlink(id)).status).toBe(204);
    expect(await ana.page.chipStatus()).toBe('DISCONNECTED');
    await expect.poll(() => ana.phone.scan(qr).catch((error: Error) => error.message), soon).toContain('too old');
  });

  test('creates one line for two concurrent requests', async () => {
    const ana = await beforePairing(guest());
    const [one, other] = await Promise.all([ana.page.begin(), ana.page.begin()]);
    expect(one.id).toBe(other.id);
    await ana.phone.scan(await ana.page.qrCode(one.id));
    await expect.poll(async () => (await ana.page.logged(one.id)).logged, soon).toBe(true);
    expect(await ana.phone.lines()).toHaveLength(1);
  });
});

describe('the passkey', () => {
  test('connects the number after the extension signs the passkey challenge', async () => {
    const ana = await beforePairing(guest());
    await ana.phone.settings({ demand: 'passkey' });
    const { id } = await ana.page.begin();
    await ana.phone.scan(await ana.page.qrCode(id));
    await expect.poll(async () => (await ana.page.logged(id)).chipStatus, soon).toBe('PASSKEY_REQUIRED');
    const { passkey } = await ana.page.passkey(id);
    if (!passkey || !('challenge' in passkey)) throw new Error('no challenge');
    expect(passkey.challenge).toMatchObject({ rpId: 'web.whatsapp.com' });
    const other = await ana.phone.sign({ challenge: 'of another attempt' });
    expect(refusalIn(await ana.page.answerPasskey(id, other)).errorKey).toMatch(/^(?:instance|whatsapp)\./);
    const answered = await ana.page.answerPasskey(id, await ana.phone.sign(passkey.challenge));
    expect(answered.json()).toMatchObject({ chipStatus: 'CONNECTED' });
    expect(await ana.page.logged(id)).toMatchObject({ logged: true });
  });

  test('shows a code to compare on both screens after the passkey', async () => {
    const ana = await beforePairing(guest());
    await ana.phone.settings({ demand: 'passkeyAndCode' });
    const { id } = await ana.page.begin();
    await ana.phone.scan(await ana.page.qrCode(id));
    await expect.poll(async () => (await ana.page.logged(id)).chipStatus, soon).toBe('PASSKEY_REQUIRED');
    const { passkey } = await ana.page.passkey(id);
    if (!passkey || !('challenge' in passkey)) throw new Error('no challenge');
    await ana.page.answerPasskey(id, await ana.phone.sign(passkey.challenge));
    const { asking } = await ana.phone.look();
    expect(await ana.page.passkey(id)).toEqual({
      chipStatus: 'PASSKEY_CONFIRMATION',
      passkey: { code: asking[0]?.code },
    });
    expect((await ana.page.confirmPasskey(id)).json()).toEqual({ chipStatus: 'CONNECTED' });
  });

  test('ends the pairing when the passkey is not used in time, and succeeds on the next attempt', async () => {
    const ana = await beforePairing(guest());
    await ana.phone.settings({ demand: 'passkey' });
    const { id } = await ana.page.begin();
    await ana.phone.scan(await ana.page.qrCode(id));
    await lineAt(`zb-${id}-1`).pass(60);
    const ended = { logged: false, chipStatus: 'DISCONNECTED', ended: 'failed' };
    await expect.poll(() => ana.page.logged(id), soon).toEqual(ended);
    await ana.phone.settings({ demand: 'nothing' });
    await ana.page.begin();
    await ana.phone.scan(await ana.page.qrCode(id));
    await expect.poll(async () => (await ana.page.logged(id)).logged, soon).toBe(true);
  });

  test('allows a new attempt when WhatsApp accepts and ignores the passkey', async () => {
    const ana = await beforePairing(guest());
    await ana.phone.settings({ demand: 'passkeyIgnored' });
    const { id } = await ana.page.begin();
    await ana.phone.scan(await ana.page.qrCode(id));
    await expect.poll(async () => (await ana.page.logged(id)).chipStatus, soon).toBe('PASSKEY_REQUIRED');
    const { passkey } = await ana.page.passkey(id);
    if (!passkey || !('challenge' in passkey)) throw new Error('no challenge');
    const answered = await ana.page.answerPasskey(id, await ana.phone.sign(passkey.challenge));
    expect(answered.json()).toEqual({ chipStatus: 'PASSKEY_REQUIRED' });
    await ana.phone.settings({ demand: 'nothing' });
    expect((await ana.page.unlink(id)).status).toBe(204);
    await ana.page.begin();
    await ana.phone.scan(await ana.page.qrCode(id));
    await expect.poll(async () => (await ana.page.logged(id)).logged, soon).toBe(true);
  });
});

describe('refused pairing', () => {
  test('refuses pairing without a linked Amazon account or without a plan', { tags: 'spec-323.1' }, async () => {
    const ana = await newcomer(guest());
    const { id } = await ana.current();
    const page = numberOf(ana, id);
    await subscribe(id, 'trialing');
    expect(refusalIn(await page.connect())).toMatchObject({ status: 409, errorKey: 'amazon.notLinked' });
    const bruno = await settled(guest());
    const free = numberOf(bruno, bruno.trigger.workspaceId);
    expect(refusalIn(await free.connect())).toMatchObject({ status: 409, errorKey: 'workspace.planRequired' });
    expect(await free.current()).toMatchObject({ instance: null });
  });

  test('refuses a phone that another user has connected, whose number stays connected', async () => {
    const ana = await withGroup(guest(), []);
    const bruno = await beforePairing(guest());
    const { id } = await bruno.page.begin();
    await ana.phone.scan(await bruno.page.qrCode(id));
    await expect.poll(() => bruno.page.chipStatus(), soon).toBe('DISCONNECTED');
    await expect.poll(() => ana.phone.lines(), soon).toEqual([ana.lineName]);
    expect(await ana.page.check(ana.instance.id)).toBe(true);
    expect(await ana.page.groups()).toHaveLength(1);
  });
});

describe('a connected number', () => {
  test(
    'returns only its own picture and a placeholder until WhatsApp reports a name',
    { tags: ['spec-151.1', 'spec-205.1'] },
    async () => {
      const ana = await beforePairing(guest());
      await ana.phone.settings({ name: '', picture: 'https://pps.whatsapp.net/v/t61/photo.jpg' });
      const { id, phone, contactName } = await pair(ana.page, ana.phone);
      expect(contactName).toBe('Nome não disponível');
      expect(await ana.page.picture(id, phone ?? '')).toBe('https://pps.whatsapp.net/v/t61/photo.jpg');
      const stranger = await phoneOf('ana').look();
      expect(await ana.page.picture(id, stranger.phone)).toBeNull();
    },
  );

  test(
    'lists its groups by name without communities, and marks groups it may not write to',
    { tags: 'spec-276.1' },
    async () => {
      const ana = await beforePairing(guest());
      const bruno = guest();
      await ana.phone.settings({ slowSync: true });
      const { id } = await pair(ana.page, ana.phone);
      await aGroup('Zumba', [ana.name]);
      await aGroup('Água e luz', [bruno, ana.name], { announce: true });
      await aGroup('Bairro', [bruno, ana.name], { parent: true });
      await aGroup('Beach', [ana.name, bruno]);
      expect((await ana.page.choices(id)).map(({ name, canPost }) => [name, canPost])).toEqual([
        ['Água e luz', null],
        ['Beach', true],
        ['Zumba', true],
      ]);
    },
  );

  test('stays connected when pairing is requested again', async () => {
    const ana = await withGroup(guest(), []);
    expect(await ana.page.begin()).toMatchObject({ id: ana.instance.id, chipStatus: 'CONNECTED' });
    expect(await ana.phone.lines()).toEqual([ana.lineName]);
    expect(await ana.page.groups()).toHaveLength(1);
  });
});
