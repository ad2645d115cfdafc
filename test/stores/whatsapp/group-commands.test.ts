import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hashOfEndpoint } from '#functions/alexa/devices/device-difference.ts';
import { endpointOf } from '#functions/alexa/messages/endpoint.ts';
import { leftOutHash } from '#functions/data/alexa/reported-store.ts';
import { receiptIdOf, triggerItem } from '#functions/data/items/trigger-item.ts';
import {
  accessKey,
  groupLockKey,
  groupMessageKey,
  reportedKey,
  triggerKey,
  userKey,
  workspaceKey,
} from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createPermitStore } from '#functions/data/triggers/permit-store.ts';
import { createGroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { changeGroup } from '#functions/whatsapp/groups/linked-groups.ts';
import { minuteOf, noLimits } from '#shared/rules/execution/rate-limit.ts';
import { receiptName } from '#shared/rules/names.ts';

import { aWhatsApp, home, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

let table: Table;
let chat: WhatsApp;
beforeAll(async () => {
  table = await aTable();
});
beforeEach(() => {
  chat = aWhatsApp(table);
});

const speaks = (userId: string, language: string) => setAttributes(table, userKey(userId), { language });

const chainOn = { ALEXA_SKILL_ID: 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca' };

/** Ends the permission. With `refused`, Amazon has also refused to enable the skill again. */
const over = (workspaceId: number, refused: boolean) =>
  setAttributes(table, accessKey({ workspaceId }), {
    state: 'revoked',
    ...(refused && { reconnectRefusedAt: chat.clock.now().toISOString() }),
  });

describe('a member types the name of a trigger', () => {
  test('fires the trigger and reacts to the message without a text', { tags: 'spec-3.4' }, async () => {
    const { instanceId } = await chat.aHome(['Acender varanda', 'Portão']);
    expect(await chat.type(instanceId, 'acender VARANDA!', { as: 'Carla' })).toBe(200);
    expect(chat.sentEvents).toEqual(['Acender varanda']);
    expect([chat.reactions, chat.said]).toEqual([['✅'], []]);
    expect(chat.reactedTo).toEqual([expect.stringMatching(/^false_120363999000111222@g\.us_3AFFEE\d+_\d+@lid$/)]);
    expect(chat.answered()).toMatchObject({ kind: 'fire', result: 'sent', said: 'reacted' });
  });

  test('quotes the message and names its sender in a group that wants texts', async () => {
    const { instanceId } = await chat.aHome(['Acender varanda', 'Portão'], { successAs: 'text' });
    await chat.type(instanceId, 'acender VARANDA!', { as: 'Carla' });
    expect(chat.said).toMatchObject([{ jid: home, text: '✅ Acender varanda - Carla' }]);
    expect(chat.said[0]?.replyTo).toMatch(/^false_120363999000111222@g\.us_3AFFEE\d+_\d+@lid$/);
    expect(chat.reactions).toEqual([]);
  });

  test('records the sender and the channel of the group in the run', async () => {
    const { instanceId, workspaceId, triggers } = await chat.aHome(['Portão']);
    await chat.type(instanceId, 'portao', { as: '*Carla*\nda Silva' });
    const item = await chat.item(triggerKey(workspaceId, triggers['Portão'] ?? ''));
    expect(triggerItem.parse(item).run).toMatchObject({ channel: 'group', outcome: 'sent', who: 'Carla da Silva' });
  });

  test('stores sender, trigger, group and result', async () => {
    const { instanceId, workspaceId, triggers } = await chat.aHome(['Portão']);
    await chat.type(instanceId, 'portão', { as: 'Carla', id: '3AKEPT' });
    const item = await chat.item(groupMessageKey(hashOf(`${instanceId} 3AKEPT`)));
    const { run } = triggerItem.parse(await chat.item(triggerKey(workspaceId, triggers['Portão'] ?? '')));
    expect(item).toMatchObject({
      state: 'done',
      firing: {
        source: 'whatsapp',
        workspaceId,
        groupJid: home,
        messageId: '3AKEPT',
        senderId: expect.stringMatching(/@lid$/),
        senderName: 'Carla',
        triggerId: triggers['Portão'],
        executionId: run?.id,
        result: 'sent',
      },
    });
  });

  test('accepts a command that is typed on the linked phone itself', async () => {
    const { instanceId } = await chat.aHome(['Portão']);
    await chat.type(instanceId, 'portão', { changes: { fromMe: true, source: 'app' } });
    expect(chat.sentEvents).toEqual(['Portão']);
  });

  test('does not name a sender without a name or with a number as name', async () => {
    const { instanceId } = await chat.aHome(['Portão'], { successAs: 'text' });
    await chat.type(instanceId, 'portão', { as: '+55 21 96666-0000' });
    expect(chat.texts()).toEqual(['✅ Portão']);
  });

  test('fires once for ten deliveries of one message', async () => {
    const { instanceId } = await chat.aHome(['Portão']);
    const event = chat.messageEvent(instanceId, 'portão');
    for (let count = 0; count < 10; count += 1) expect(await chat.deliver(instanceId, event)).toBe(200);
    expect(chat.sentEvents).toEqual(['Portão']);
    expect(chat.answers).toHaveLength(1);
  });

  test('fires once for ten concurrent deliveries, and answers the other nine with 503', async () => {
    const { instanceId } = await chat.aHome(['Portão']);
    const event = chat.messageEvent(instanceId, 'portão');
    // The run continues once every delivery is answered or fires.
    const all = Promise.withResolvers<void>();
    let count = 0;
    const arrived = (): void => void ((count += 1) === 10 && all.resolve());
    chat.behave.sent = async () => {
      arrived();
      await all.promise;
      return {};
    };
    const deliver = async (): Promise<number | undefined> => {
      const status = await chat.deliver(instanceId, event);
      arrived();
      return status;
    };
    const statuses = await Promise.all(Array.from({ length: 10 }, deliver));
    expect(statuses.toSorted((one = 0, other = 0) => one - other)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 503),
    ]);
    expect(await chat.deliver(instanceId, event)).toBe(200);
    expect(chat.sentEvents).toEqual(['Portão']);
    expect(chat.answers).toHaveLength(1);
  });

  test('ignores a mention of the linked number before the command', async () => {
    const { instanceId } = await chat.aHome(['Portão']);
    const { self } = chat.lineGateway.lineOf(instanceId) ?? {};
    await chat.type(instanceId, `@${self?.phone} portão`);
    await chat.type(instanceId, '@5511900000000 portão');
    expect(chat.sentEvents).toEqual(['Portão']);
  });
});

describe('messages without an effect', () => {
  test.each([
    ['ordinary talk', 'vou abrir o portão já já', {}],
    ['a message from three minutes ago', 'portão', { ago: 180_000 }],
    ['a message from the future', 'portão', { ago: -120_000 }],
    ['a message that we sent', 'portão', { changes: { fromMe: true, source: 'api' } }],
    ['an older message that was edited into a command', 'portão', { changes: { _data: { Info: { Edit: '1' } } } }],
    ['the caption of a picture', 'portão', { changes: { hasMedia: true } }],
    ['an answer of our other number', '✅ Portão', {}],
    ['a message in a group that is not linked', 'portão', { jid: '120363999000111333@g.us' }],
    ['a message in a private chat', 'portão', { jid: '5521966660000@c.us' }],
  ])('ignores %s', async (_, text, typed) => {
    const { instanceId } = await chat.aHome(['Portão']);
    expect(await chat.type(instanceId, text, typed)).toBe(200);
    expect([chat.sentEvents, chat.said, chat.reactions, chat.logged]).toEqual([[], [], [], []]);
  });

  test('ignores commands once the group, the number or the Amazon account is unlinked, without a worker', async () => {
    const ends = [
      (one: Home) => chat.world.unlinkGroup(one.workspaceId, one.group.id),
      (one: Home) => chat.world.disconnect(one.userId, one.instanceId),
      (one: Home) => chat.world.unlink(one.userId, one.workspaceId),
    ];
    for (const end of ends) {
      const one = await chat.aHome(['Portão']);
      const webhook = chat.webhookOf(one.instanceId);
      const event = chat.messageEvent(one.instanceId, 'portão');
      await end(one);
      expect(await chat.deliver(one.instanceId, event, { webhook })).toBe(200);
    }
    expect([chat.sentEvents, chat.said]).toEqual([[], []]);
  });

  test('ignores commands in a deactivated workspace, with or without a plan', async () => {
    const { userId } = await chat.aHome();
    const workspaceId = await chat.world.addReady(userId);
    await chat.world.createTrigger(workspaceId, 'Portão');
    const instanceId = await chat.pair(userId, workspaceId);
    await chat.world.linkGroup(userId, workspaceId, home);
    await chat.world.subscribe(workspaceId, 'canceled');
    const webhook = chat.webhookOf(instanceId);
    const events = ['portão', 'ajuda'].map((text) => chat.messageEvent(instanceId, text));
    await chat.world.deactivate(userId, workspaceId);
    await chat.deliver(instanceId, events[0] ?? {}, { webhook });
    await chat.world.subscribe(workspaceId, 'active');
    await chat.deliver(instanceId, events[1] ?? {}, { webhook });
    expect([chat.sentEvents, chat.said]).toEqual([[], []]);
  });

  test('ignores a late delivery of a replaced line, in a group of the new line', async () => {
    const { userId, workspaceId, instanceId } = await chat.aHome(['Portão']);
    const webhook = chat.webhookOf(instanceId);
    const late = chat.messageEvent(instanceId, 'portão');
    await chat.world.disconnect(userId, instanceId);
    await chat.pair(userId, workspaceId);
    await chat.world.linkGroup(userId, workspaceId, home);
    expect(chat.webhookOf(instanceId).url).not.toBe(webhook.url);
    expect(await chat.deliver(instanceId, late, { webhook })).toBe(200);
    expect(chat.sentEvents).toEqual([]);
    await chat.type(instanceId, 'portão');
    expect(chat.sentEvents).toEqual(['Portão']);
  });
});

type Home = Awaited<ReturnType<WhatsApp['aHome']>>;

describe('built-in commands', () => {
  test('answers a built-in command in its language, or in the owner’s if it has several', async () => {
    const { instanceId, userId } = await chat.aHome(['Portão', 'Boa noite']);
    await speaks(userId, 'es');
    for (const word of ['ajuda', 'help', '/ayuda', 'lista', 'gatilhos', 'status'])
      await chat.type(instanceId, word, { as: word });
    expect(chat.texts().map((text) => text.split('\n')[0]?.slice(0, 20))).toEqual(
      [
        '💡 Escreva o nome de ',
        '💡 Type the name of a',
        '💡 Escribe el nombre ',
        '📋 Disparadores:',
        '📋 Gatilhos:',
        '✅ Todo listo: aquí se',
      ].map((text) => text.slice(0, 20)),
    );
    expect(chat.texts()[3]?.split('\n')).toEqual(['📋 Disparadores:', '- Boa noite', '- Portão']);
  });

  test('prefers a trigger of the same name to a built-in command, unless a slash precedes it', async () => {
    const { instanceId } = await chat.aHome(['Status']);
    await chat.type(instanceId, 'status', { as: 'a' });
    await chat.type(instanceId, '/status', { as: 'b' });
    expect(chat.sentEvents).toEqual(['Status']);
    expect(chat.answers).toEqual(['✅', '✅ All set: 1 trigger can be run here.']);
  });

  test('reports what is missing when nothing can be fired', async () => {
    chat = aWhatsApp(table, chainOn);
    const { instanceId, workspaceId } = await chat.aHome(['Portão']);
    const access = await chat.world.tokens.findAccess({ workspaceId });
    if (access) await chat.world.tokens.revoke({ workspaceId }, access);
    await chat.type(instanceId, 'status');
    expect(chat.texts()).toEqual([
      '⚠️ The access to Amazon has expired. Reconnect the account in Recado, under Amazon account.',
    ]);
  });

  test('reports how to enable the skill when Alexa does not know it', async () => {
    const { instanceId, workspaceId } = await chat.aHome(['Portão']);
    const access = await chat.world.tokens.findAccess({ workspaceId });
    if (access) await chat.world.tokens.setKnown({ workspaceId }, access, false);
    await chat.type(instanceId, 'status');
    expect(chat.texts()).toEqual([
      '⚠️ Alexa does not accept commands for this account. Enable the skill in the Alexa app; if it is enabled there already, disable and enable it.',
    ]);
  });
});

describe('triggers that need attention', () => {
  test.each([
    ['pt', 'parece executá-lo', 'não está confirmando', 'não conhece'],
    ['en', 'seems to run it', 'does not confirm its runs', 'does not know'],
    ['es', 'parece ejecutarlo', 'no está confirmando', 'no conoce'],
  ])('names triggers that need attention in %s', async (language, calls, silent, unknown) => {
    const { instanceId, userId, workspaceId, triggers } = await chat.aHome([
      'Portão',
      'Luz',
      'Som',
      'Sino',
      'Varanda',
      'Sol',
    ]);
    await speaks(userId, language);
    const at = chat.clock.now().getTime();
    const since = new Date(at - 120_000).toISOString();
    const run = { id: 'run-1', at: since, channel: 'click', outcome: 'sent', ms: 90, stages: {}, openMs: 60_000 };
    const receipt = { since, times: [], heard: 20, silent: 1 };
    const of = (name: string) => triggerKey(workspaceId, triggers[name] ?? '');
    await setAttributes(table, of('Portão'), { chain: { at: at - 30_000, quick: 4, even: 0, gap: 0 } });
    await setAttributes(table, of('Luz'), { run, receipt });
    await setAttributes(table, of('Sol'), { run, receipt: { ...receipt, heard: 19 } });
    // Its newest run is still pending, which hides nothing.
    await setAttributes(table, of('Som'), {
      run: { ...run, openMs: 600_000 },
      receipt: { ...receipt, heard: 19, silent: 2 },
    });
    await setAttributes(table, of('Sino'), { run, receipt, enabled: false });
    const refused = triggerItem.parse(await chat.item(of('Varanda')));
    const account = `amzn1.account.${workspaceId}`;
    const devices = { [refused.deviceId]: leftOutHash(hashOfEndpoint(endpointOf(refused))) };
    const reported = { type: 'reported', amazonUserId: account, version: 1, devices };
    await table.doc.send(new PutCommand({ TableName: table.name, Item: { ...reportedKey(account), ...reported } }));
    await chat.type(instanceId, language === 'es' ? 'estado' : 'status');
    const lines = chat.texts()[0]?.split('\n').toSorted() ?? [];
    expect(lines).toHaveLength(4);
    expect(lines.find((line) => line.includes('*Portão*'))).toContain(calls);
    expect(lines.find((line) => line.includes('*Luz*'))).toContain(silent);
    expect(lines.find((line) => line.includes('*Som*'))).toContain(silent);
    expect(lines.find((line) => line.includes('*Varanda*'))).toContain(unknown);
  });

  test('names a mute routine whose last run was refused, and a confirming device that is not in Alexa', async () => {
    const { instanceId, workspaceId, triggers } = await chat.aHome(['Chuva', 'Porta']);
    const at = new Date(chat.clock.now().getTime() - 120_000).toISOString();
    const run = { id: 'run-6', at, channel: 'click', outcome: 'disabled', ms: 9, stages: {} };
    const of = (name: string) => triggerKey(workspaceId, triggers[name] ?? '');
    await setAttributes(table, of('Chuva'), { run, receipt: { since: at, times: [], heard: 1, silent: 5 } });
    await setAttributes(table, of('Porta'), { receipt: { since: at, times: [], heard: 1, silent: 0 } });
    const { id, name, updatedAt } = triggerItem.parse(await chat.item(of('Porta')));
    const second = { deviceId: receiptIdOf(id), name: receiptName(name), starter: 'receipt', updatedAt } as const;
    const account = `amzn1.account.${workspaceId}`;
    const devices = { [second.deviceId]: leftOutHash(hashOfEndpoint(endpointOf(second))) };
    const reported = { type: 'reported', amazonUserId: account, version: 1, devices };
    await table.doc.send(new PutCommand({ TableName: table.name, Item: { ...reportedKey(account), ...reported } }));
    await chat.type(instanceId, 'status');
    const lines = chat.texts()[0]?.replace('⚠️ ', '').split('\n').toSorted();
    expect(lines).toEqual([
      'Alexa does not know *Porta ok*. See why in Recado, under Triggers.',
      'The routine of *Chuva* does not confirm its runs. Check it in the Alexa app.',
    ]);
  });
});

test('names each trigger that a condition blocks now, and none that only some callers may run', async () => {
  const { instanceId, workspaceId, triggers } = await chat.aHome(['Chuva', 'Luz', 'Porta', 'Som']);
  const now = chat.clock.now().getTime();
  const hold = (name: string, values: Record<string, unknown>) =>
    setAttributes(table, triggerKey(workspaceId, triggers[name] ?? ''), values);
  await hold('Chuva', { conditions: { from: new Date(now + 60_000).toISOString() } });
  await hold('Luz', { conditions: { channels: ['webhook'], people: ['0123456789ab'] } });
  await hold('Porta', { conditions: { coolDownSeconds: 60 }, coolSince: now - 10_000 });
  await hold('Som', { conditions: { coolDownSeconds: 60 }, coolSince: now - 60_000 });
  await chat.type(instanceId, 'status');
  expect(chat.texts()[0]?.replace('⚠️ ', '').split('\n').toSorted()).toEqual([
    '*Chuva* may not run at this time.',
    '*Porta* was sent a moment ago and may not run again yet.',
  ]);
});

test('names a trigger whose limit per minute is reached', async () => {
  const { instanceId, workspaceId, triggers } = await chat.aHome(['Chuva', 'Luz']);
  const place = { workspaceId, triggerId: triggers['Luz'] ?? '', minute: minuteOf(chat.clock.now()) };
  const permits = createPermitStore(table);
  for (let taken = 0; taken < 30; taken += 1) await permits.take(place, noLimits);
  await chat.type(instanceId, 'status');
  expect(chat.texts()).toEqual([expect.stringMatching(/^⚠️ \*Luz\* .*too often/u)]);
});

test('lists what a group may run, and nothing that only other channels may run', async () => {
  const { instanceId, workspaceId, triggers } = await chat.aHome(['Chuva', 'Luz', 'Porta']);
  const set = (name: string, values: Record<string, unknown>) =>
    setAttributes(table, triggerKey(workspaceId, triggers[name] ?? ''), values);
  await set('Chuva', { conditions: { channels: ['webhook', 'voice'] } });
  await set('Luz', { enabled: false });
  await chat.type(instanceId, 'lista');
  const [text] = chat.texts();
  expect(text?.split('\n').slice(1)).toEqual([expect.stringMatching(/^- Luz .+/), '- Porta']);
  await set('Luz', { conditions: { channels: ['click'] } });
  await set('Porta', { conditions: { channels: ['click'] } });
  await chat.type(instanceId, 'list', { as: 'Bia' });
  expect(chat.texts()[1]).toContain('No trigger can be run here');
});

describe('triggers that no group may run', () => {
  const onlyOthers = { conditions: { channels: ['webhook', 'voice'] } };

  test('neither counts nor reports triggers that no group may run', async () => {
    const { instanceId, workspaceId, triggers } = await chat.aHome(['Chuva', 'Luz', 'Porta']);
    const of = (name: string) => triggerKey(workspaceId, triggers[name] ?? '');
    const at = new Date(chat.clock.now().getTime() - 120_000).toISOString();
    const run = { id: 'run-6', at, channel: 'webhook', outcome: 'sent', ms: 9, stages: {} };
    await setAttributes(table, of('Chuva'), {
      ...onlyOthers,
      run,
      receipt: { since: at, times: [], heard: 1, silent: 5 },
    });
    await setAttributes(table, of('Luz'), { conditions: { channels: ['webhook', 'group'] } });
    await chat.type(instanceId, 'status');
    expect(chat.texts()).toEqual(['✅ All set: 2 triggers can be run here.']);
  });

  test.each([
    ['pt', 'Nenhum gatilho pode ser executado aqui'],
    ['en', 'No trigger can be run here'],
    ['es', 'Aquí no se puede ejecutar ningún disparador'],
  ])('answers in %s that no trigger can run here', async (language, words) => {
    const { instanceId, userId, workspaceId, triggers } = await chat.aHome(['Chuva', 'Luz']);
    await speaks(userId, language);
    await setAttributes(table, triggerKey(workspaceId, triggers['Chuva'] ?? ''), onlyOthers);
    await setAttributes(table, triggerKey(workspaceId, triggers['Luz'] ?? ''), { enabled: false });
    await chat.type(instanceId, language === 'es' ? 'estado' : 'status');
    expect(chat.texts()[0]).toContain(words);
  });
});

describe('a mistyped name', () => {
  test('sends one suggestion per minute and group', async () => {
    const { instanceId } = await chat.aHome(['Acender varanda', 'Portão']);
    await chat.type(instanceId, 'acender vranda');
    await chat.type(instanceId, 'prtao');
    expect(chat.texts()).toEqual(['🤔 Did you mean *Acender varanda*?']);
    chat.clock.advance(60_000);
    await chat.type(instanceId, 'prtao');
    expect(chat.texts()[1]).toBe('🤔 Did you mean *Portão*?');
    expect(chat.sentEvents).toEqual([]);
  });

  test('suggests no trigger that the group may not run', async () => {
    const { instanceId, workspaceId, triggers } = await chat.aHome(['Portão']);
    const key = triggerKey(workspaceId, triggers['Portão'] ?? '');
    await setAttributes(table, key, { conditions: { channels: ['webhook'] } });
    await chat.type(instanceId, 'prtao');
    expect(chat.texts()).toEqual([]);
  });

  test('tolerates more errors in a reply to our own message', async () => {
    const { instanceId } = await chat.aHome(['Acender varanda']);
    const quoting = (id: string | undefined) => ({ changes: { replyTo: { id } } });
    await chat.type(instanceId, 'acendr vrand', quoting('3AFFEE'));
    expect(chat.said).toEqual([]);
    await chat.type(instanceId, 'lista');
    await chat.type(instanceId, 'acendr vrand', quoting(`true_${home}_${chat.said[0]?.messageId}`));
    expect(chat.texts()[1]).toBe('🤔 Did you mean *Acender varanda*?');
  });
});

describe('a group with a prefix', () => {
  async function withPrefix(prefix: string) {
    const scene = await chat.aHome(['Acender varanda', 'Portão']);
    const { workspaceId, group, instanceId } = scene;
    await changeGroup(chat.world.deps, { workspaceId, groupId: group.id }, { prefix });
    return { ...scene, types: (text: string) => chat.type(instanceId, text) };
  }

  test('runs a trigger only after the word', async () => {
    const { types } = await withPrefix('Casa');
    await types('portão');
    await types('portao da casa');
    expect([chat.sentEvents, chat.said]).toEqual([[], []]);
    await types('casa, PORTÃO');
    expect(chat.sentEvents).toEqual(['Portão']);
  });

  test('runs a trigger only after the sign', async () => {
    const { types } = await withPrefix('/');
    await types('portão');
    expect(chat.sentEvents).toEqual([]);
    await types('/portão');
    expect(chat.sentEvents).toEqual(['Portão']);
  });

  test('answers built-in commands only after the word, and shows it', async () => {
    const { types } = await withPrefix('casa');
    await types('help');
    expect(chat.said).toEqual([]);
    await types('casa help');
    expect(chat.texts()[0]).toContain('each command begins with *casa*');
    expect(chat.texts()[0]).toContain('*casa list*: shows the triggers');
    await types('casa acendr vrand');
    expect(chat.texts()[1]).toBe('🤔 Did you mean *casa Acender varanda*?');
  });
});

describe('limits', () => {
  test('allows a member six commands a minute, and reports the limit once', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `Luz ${index}`);
    const { instanceId } = await chat.aHome(names);
    for (const name of names) await chat.type(instanceId, name, { as: 'ana' });
    await chat.type(instanceId, 'Luz 8', { as: 'bia' });
    expect(chat.sentEvents).toEqual(['Luz 0', 'Luz 1', 'Luz 2', 'Luz 3', 'Luz 4', 'Luz 5', 'Luz 8']);
    expect(chat.texts().filter((text) => text.startsWith('⏳'))).toHaveLength(1);
  });

  test('enforces the limit for concurrent commands', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Luz ${index}`);
    const { instanceId } = await chat.aHome(names);
    await Promise.all(names.map((name) => chat.type(instanceId, name, { as: 'ana' })));
    expect(chat.sentEvents).toHaveLength(6);
    expect(chat.answers).toHaveLength(7);
  });

  test('does not fire a refused message later', async () => {
    const { instanceId } = await chat.aHome(['Portão']);
    await chat.type(instanceId, 'portão');
    const second = chat.messageEvent(instanceId, 'portão');
    await chat.deliver(instanceId, second);
    chat.clock.advance(10_000);
    await chat.deliver(instanceId, second);
    expect(chat.sentEvents).toHaveLength(1);
    expect(chat.answers).toEqual(['✅', '⏳ This trigger got a command a moment ago. Wait 3 seconds.']);
  });
});

describe('answers never cause answers', () => {
  test('stores the id of an answer before sending it, and never treats it as a command', async () => {
    const { instanceId } = await chat.aHome(['Portão'], { successAs: 'text' });
    const messages = createGroupMessageStore(table, chat.clock.now);
    const known: boolean[] = [];
    chat.behave.onSay = async () => known.push(await messages.isOurs(instanceId, chat.said[0]?.messageId ?? ''));
    await chat.type(instanceId, 'portão');
    expect(known).toEqual([true]);
    chat.clock.advance(60_000);
    await chat.type(instanceId, 'portão', { id: chat.said[0]?.messageId ?? '', changes: { fromMe: true } });
    expect([chat.sentEvents.length, chat.said.length]).toEqual([1, 1]);
  });

  test('recognises its answers when the gateway chooses their ids', async () => {
    const { instanceId } = await chat.aHome(['Portão'], { successAs: 'text' });
    chat.behave.choosesIds = false;
    await chat.type(instanceId, 'portão');
    chat.clock.advance(60_000);
    const id = chat.said[0]?.messageId ?? '';
    expect(await createGroupMessageStore(table, chat.clock.now).isOurs(instanceId, id)).toBe(true);
    await chat.type(instanceId, 'portão', { id, changes: { fromMe: true } });
    expect([chat.sentEvents.length, chat.said.length]).toEqual([1, 1]);
  });

  test('stops a conversation with another bot that answers every message', async () => {
    const { instanceId } = await chat.aHome(['Portão', 'Luz'], { successAs: 'text' });
    let heard = -1;
    for (const text of ['lista', 'ajuda', 'portão', 'luz', 'status', 'lista', 'ajuda', 'lista', 'status', 'luz']) {
      if (chat.said.length === heard) break;
      heard = chat.said.length;
      await chat.type(instanceId, text, { as: 'bot' });
      await chat.type(instanceId, chat.texts().at(-1) ?? '', { as: 'echo' });
    }
    expect(chat.texts().map((text) => text.slice(0, 1))).toEqual(
      ['📋', '💡', '✅', '✅', '✅', '📋', '⏳'].map((sign) => sign.slice(0, 1)),
    );
  });

  test('mutes a group for ten minutes after thirty answers in a minute', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `Luz ${index}`);
    const { instanceId } = await chat.aHome(names);
    for (const as of ['a', 'b'])
      for (const [at, name] of names.entries()) await chat.type(instanceId, name, { as: `${as}${at}` });
    for (let count = 0; count < 12; count += 1) await chat.type(instanceId, 'ajuda', { as: `c${count}` });
    expect(chat.answers).toHaveLength(30);
    chat.clock.advance(600_000 - 1);
    await chat.type(instanceId, 'Luz 0');
    expect([chat.answers.length, chat.sentEvents.length]).toEqual([30, 10]);
    chat.clock.advance(1);
    await chat.type(instanceId, 'Luz 0');
    expect([chat.answers.length, chat.sentEvents.length]).toEqual([31, 11]);
  });
});

describe('a workspace without a plan', () => {
  test('sends one notice a day to the group, only after a command, and resumes automatically', async () => {
    const { instanceId, workspaceId } = await chat.aHome(['Portão'], { status: 'canceled' });
    await chat.type(instanceId, 'bom dia a todos');
    await chat.type(instanceId, 'prtao');
    expect(chat.said).toEqual([]);
    for (const word of ['portão', 'lista', 'portão']) await chat.type(instanceId, word);
    expect(chat.texts()).toEqual([expect.stringMatching(/^🔒 WhatsApp commands need an active plan or trial/u)]);
    chat.clock.advance(24 * 3600_000);
    await chat.type(instanceId, 'portão');
    expect(chat.said).toHaveLength(2);
    expect(chat.sentEvents).toEqual([]);
    await chat.world.subscribe(workspaceId, 'trialing');
    await chat.type(instanceId, 'portão');
    expect(chat.sentEvents).toEqual(['Portão']);
  });
});

describe('failed commands', () => {
  test.each([
    [
      'skillNotEnabled',
      '⚠️ Alexa does not accept commands for this account. Enable the skill in the Alexa app; if it is enabled there already, disable and enable it.',
    ],
    [
      'reinstallSkill',
      '⚠️ Alexa no longer accepts commands for this account. Disable and enable the skill in the Alexa app.',
    ],
    ['throttled', '⚠️ Alexa is busy. Try again shortly.'],
    ['unknown', '⚠️ We could not confirm whether *Portão* ran. Check at home before you repeat it.'],
  ] as const)('explains %s with what to do, and does not fire the message again', async (outcome, text) => {
    const { instanceId } = await chat.aHome(['Portão']);
    chat.behave.sent = { outcome };
    const event = chat.messageEvent(instanceId, 'portão');
    await chat.deliver(instanceId, event);
    await chat.deliver(instanceId, event);
    expect(chat.texts()).toEqual([text]);
    expect(chat.sentEvents).toHaveLength(1);
  });

  test.each([
    ['pt', 'Reconecte a conta no Recado, em Conta Amazon.', 'Desative e ative a skill no app Alexa.'],
    ['en', 'Reconnect the account in Recado, under Amazon account.', 'Disable and enable the skill in the Alexa app.'],
    ['es', 'Reconecta la cuenta en Recado, en Cuenta de Amazon.', 'Desactiva y activa la skill en la app Alexa.'],
  ])('names in %s the actual fix for an ended permission', async (language, reconnect, reinstall) => {
    for (const [settings, refused, advice] of [
      [chainOn, false, reconnect],
      [chainOn, true, reinstall],
      [{}, false, reinstall],
    ] as const) {
      chat = aWhatsApp(table, settings);
      const { instanceId, userId, workspaceId } = await chat.aHome(['Portão']);
      await speaks(userId, language);
      chat.behave.sent = { outcome: 'grantRevoked' };
      await chat.type(instanceId, 'portão', { as: 'a' });
      await over(workspaceId, refused);
      chat.clock.advance(4_000);
      await chat.type(instanceId, 'portão', { as: 'b' });
      await chat.type(instanceId, language === 'es' ? 'estado' : 'status', { as: 'c' });
      // The first run notices it before anybody has tried to reconnect.
      const noticed = settings === chainOn ? reconnect : reinstall;
      expect(chat.texts().map((text) => text.split('. ').at(-1))).toEqual([noticed, advice, advice]);
      expect(chat.texts().every((text) => text.startsWith('⚠️'))).toBe(true);
      expect(chat.sentEvents).toEqual(['Portão']);
    }
  });

  test.each([
    ['pt', 'A skill da Alexa foi desativada. Reconecte a conta no Recado, em Conta Amazon.', 'Ative-a no app Alexa.'],
    [
      'en',
      'The Alexa skill was disabled. Reconnect the account in Recado, under Amazon account.',
      'Enable it in the Alexa app.',
    ],
    [
      'es',
      'La skill de Alexa se desactivó. Reconecta la cuenta en Recado, en Cuenta de Amazon.',
      'Actívala en la app Alexa.',
    ],
  ])(
    'reports in %s that the skill is off when we disabled it, to a command and to "status"',
    async (language, here, app) => {
      for (const [settings, advice] of [
        [chainOn, here],
        [{}, app],
      ] as const) {
        chat = aWhatsApp(table, settings);
        const { instanceId, userId, workspaceId } = await chat.aHome(['Portão']);
        await speaks(userId, language);
        await over(workspaceId, false);
        chat.clock.advance(4_000);
        const skillOff = { at: chat.clock.now().toISOString(), isSure: true };
        await setAttributes(table, workspaceKey(workspaceId), { 'link.skillOff': skillOff });
        await chat.type(instanceId, 'portão', { as: 'a' });
        await chat.type(instanceId, language === 'es' ? 'estado' : 'status', { as: 'b' });
        expect(chat.texts()).toEqual([expect.stringContaining(advice), expect.stringContaining(advice)]);
      }
    },
  );

  test('reports that the trigger is disabled', async () => {
    const { instanceId, workspaceId, triggers } = await chat.aHome(['Portão']);
    await setAttributes(table, triggerKey(workspaceId, triggers['Portão'] ?? ''), { enabled: false });
    await chat.type(instanceId, 'portão');
    expect(chat.texts()).toEqual(['⚠️ *Portão* is switched off. Switch it on in Recado, under Triggers.']);
  });

  test('reports that the trigger was just deleted, without a suggestion', async () => {
    const { instanceId, workspaceId, triggers } = await chat.aHome(['Portão']);
    const Key = triggerKey(workspaceId, triggers['Portão'] ?? '');
    await table.doc.send(new DeleteCommand({ TableName: table.name, Key }));
    await chat.type(instanceId, 'prtao');
    await chat.type(instanceId, 'Portão!');
    expect(chat.texts()).toEqual(['⚠️ *portao* no longer exists. Type *list* to see the triggers.']);
  });

  test('reports an unknown result after a bug, and logs the bug', async () => {
    const { instanceId } = await chat.aHome(['Portão']);
    chat.behave.sent = () => Promise.reject(new Error('a bug'));
    expect(await chat.type(instanceId, 'portão')).toBe(200);
    expect(chat.texts()[0]).toMatch(/^⚠️/u);
    expect(chat.logged.map(({ event }) => event)).toContain('trigger.failed');
  });

  test('keeps the result of a command when its answer cannot be sent', async () => {
    const { instanceId } = await chat.aHome(['Portão'], { successAs: 'text' });
    chat.behave.mute = 'unreachable';
    const event = chat.messageEvent(instanceId, 'portão');
    expect(await chat.deliver(instanceId, event)).toBe(200);
    chat.behave.mute = undefined;
    expect(await chat.deliver(instanceId, event)).toBe(200);
    expect(chat.sentEvents).toHaveLength(1);
    expect(chat.answered()).toMatchObject({
      kind: 'fire',
      result: 'sent',
      said: 'unreachable',
    });
  });
});

test.each([
  ['reaction', ['⏳', '✅'], ['✅']],
  ['text', ['⏳', ''], ['✅ Portão - carla']],
] as const)(
  'shows an hourglass for a run of more than two seconds until the %s arrives',
  async (successAs, wanted, answers) => {
    const { instanceId } = await chat.aHome(['Portão'], { successAs });
    const event = chat.messageEvent(instanceId, 'portão');
    const slow = Promise.withResolvers<{ outcome: 'sent' }>();
    chat.behave.onReact = (emoji) => emoji === '⏳' && slow.resolve({ outcome: 'sent' });
    chat.behave.sent = () => {
      chat.clock.advance(2_000);
      return slow.promise;
    };
    await chat.deliver(instanceId, event);
    await expect.poll(() => chat.reactions).toEqual(wanted);
    expect(chat.answers).toEqual(answers);
  },
);

describe('the reaction to a success', () => {
  test.each(['rejected', 'not_found', 'upstream'] as const)(
    'falls back to a text when the reaction certainly failed (%s), and logs both',
    async (refused) => {
      const { instanceId } = await chat.aHome(['Portão']);
      chat.behave.reaction = refused;
      const event = chat.messageEvent(instanceId, 'portão');
      for (let time = 0; time < 2; time += 1) expect(await chat.deliver(instanceId, event)).toBe(200);
      expect([chat.reactions, chat.texts()]).toEqual([['✅'], ['✅ Portão - carla']]);
      expect(chat.answered()).toMatchObject({ kind: 'fire', said: 'sent', reaction: refused });
    },
  );

  test('repeats a reaction that may have been shown once, and never sends a text instead', async () => {
    const { instanceId } = await chat.aHome(['Portão']);
    chat.behave.reaction = 'unreachable';
    await chat.type(instanceId, 'portão');
    expect([chat.reactions, chat.said]).toEqual([['✅', '✅'], []]);
    expect(chat.answered()).toMatchObject({ kind: 'fire', said: 'unreachable' });
  });

  test.each(['rate_limited', 'unauthorized', 'wrong_state'] as const)(
    'makes no second call when a text would fail as well (%s)',
    async (failure) => {
      const { instanceId } = await chat.aHome(['Portão']);
      chat.behave.reaction = failure;
      await chat.type(instanceId, 'portão');
      expect([chat.reactions, chat.said, chat.sentEvents]).toEqual([['✅'], [], ['Portão']]);
      expect(chat.answered()).toMatchObject({ said: failure });
    },
  );

  test('shows no reaction when the time is over, and completes the command', async () => {
    const { instanceId } = await chat.aHome(['Portão']);
    chat.behave.sent = async () => {
      chat.clock.advance(9_000);
      return { outcome: 'sent' };
    };
    expect(await chat.type(instanceId, 'portão')).toBe(200);
    expect(chat.answers).toEqual([]);
    expect(chat.answered()).toMatchObject({ said: 'tooLate' });
  });

  test('explains the reactions in the help of groups that use them, and of no other', async () => {
    const { instanceId, workspaceId, group } = await chat.aHome();
    await chat.type(instanceId, 'help');
    await changeGroup(chat.world.deps, { workspaceId, groupId: group.id }, { successAs: 'text' });
    await chat.type(instanceId, 'help', { as: 'bia' });
    const line =
      '\n✅: on your message, says that Alexa received the command or, where its routine confirms, that it ran' +
      '\n☑️: Alexa received the command, and its routine did not confirm it in time';
    expect(chat.texts().map((text) => text.endsWith(line))).toEqual([true, false]);
  });
});

describe('a linked group', () => {
  const about = (subject?: string) => ({ group: { id: home, ...(subject !== undefined && { subject }) } });

  test('takes over the new name of a group', async () => {
    const { instanceId, workspaceId } = await chat.aHome();
    await chat.deliver(instanceId, chat.wahaEvent(instanceId, 'group.v2.update', about('Casa da Vó')));
    const groups = await chat.world.deps.groups.list(workspaceId);
    expect(groups.map(({ name }) => name)).toEqual(['Casa da Vó']);
    expect(await chat.item(groupLockKey(instanceId, home))).toMatchObject({ name: 'Casa da Vó' });
  });

  test('unlinks a group that the number has left', async () => {
    const { instanceId, workspaceId } = await chat.aHome();
    chat.lineGateway.world.groups = [];
    await chat.deliver(instanceId, chat.wahaEvent(instanceId, 'group.v2.leave', about()));
    expect(await chat.world.groupsOf(workspaceId)).toEqual([]);
  });

  test.each([
    ['lists it without a name', { unlisted: [home] }],
    ['lists only a part of the groups', { isWhole: false }],
  ])('keeps a group whose leaving is reported when the gateway %s', async (_, list) => {
    const { instanceId, workspaceId } = await chat.aHome();
    Object.assign(chat.lineGateway.world, { groups: [], ...list });
    await chat.deliver(instanceId, chat.wahaEvent(instanceId, 'group.v2.leave', about()));
    expect(await chat.world.groupsOf(workspaceId)).toEqual([home]);
  });

  test('keeps a group when the number has joined it again, or the gateway cannot tell', async () => {
    const { instanceId, workspaceId } = await chat.aHome();
    const leave = chat.wahaEvent(instanceId, 'group.v2.leave', about());
    chat.lineGateway.world.groups = [{ jid: home, name: 'Casa', canPost: true }];
    await chat.deliver(instanceId, leave);
    chat.lineGateway.world.failure = 'unreachable';
    await chat.deliver(instanceId, leave);
    chat.lineGateway.world.failure = undefined;
    expect(await chat.world.groupsOf(workspaceId)).toEqual([home]);
    expect(await chat.item(groupLockKey(instanceId, home))).toMatchObject({ missingSince: expect.any(Number) });
    await chat.deliver(instanceId, chat.wahaEvent(instanceId, 'group.v2.join', about('Casa')));
    expect(await chat.item(groupLockKey(instanceId, home))).not.toHaveProperty('missingSince');
  });
});

test('stores a state that the gateway reports in the record of the number', async () => {
  const { instanceId, workspaceId } = await chat.aHome();
  chat.clock.advance(1_000);
  const status = chat.wahaEvent(instanceId, 'session.status', { status: 'STARTING' });
  expect(await chat.deliver(instanceId, status)).toBe(200);
  const record = await chat.world.deps.instances.find(workspaceId);
  expect(record).toMatchObject({ chipStatus: 'CONNECTED', connectingSince: expect.any(Number) });
});

test('logs no LID, phone, name or text', async () => {
  const { instanceId } = await chat.aHome(['Portão']);
  chat.behave.sent = { outcome: 'unavailable' };
  for (const text of ['portão', 'prtao', 'lista', 'um segredo']) await chat.type(instanceId, text, { as: 'Mariana' });
  const lines = JSON.stringify(chat.logged);
  expect(chat.logged.length).toBeGreaterThan(2);
  expect(lines).not.toMatch(/mariana|@lid|@g\.us|port[ãa]o|segredo|3AFFEE|3EB0/iu);
  expect(lines).not.toContain(chat.lineGateway.lineOf(instanceId)?.self?.phone ?? 'no phone');
});
