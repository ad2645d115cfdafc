import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { hiddenFields } from '#functions/account/left-out.ts';
import { knownTypes, listForType, readMyData } from '#functions/account/read-my-data.ts';
import { runKey, triggerKey, triggerTextKey } from '#functions/data/keys.ts';
import { createBelongingsStore } from '#functions/data/people/belongings-store.ts';
import type { Table } from '#functions/data/table.ts';
import { setUpBilling } from '#infra/billing/set-up.ts';
import { myDataLists, type MyData } from '#shared/contracts/my-data.ts';

import { trackedFiles } from '../../support/tracked-files.ts';
import { aWhatsApp, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aWholePerson, type WholePerson } from '../../support/worlds/a-whole-person.ts';
import { aStripeInProcess } from '../../support/worlds/billing/a-stripe-in-process.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

let table: Table;
let chat: WhatsApp;
let maria: WholePerson;
let other: WholePerson;
const unreadable: object[] = [];

beforeAll(async () => {
  table = await aTable();
  chat = aWhatsApp(table);
  const stripe = aStripeInProcess('https://app.test');
  const { ids: prices } = await setUpBilling({ stripe: stripe.account, appUrl: 'https://app.test' });
  maria = await aWholePerson(table, chat, { stripe, prices });
  other = await aWholePerson(table, chat, { stripe, prices });
});

function read(cursor?: string, { maxBytes = 3_000_000, userId = maria.userId } = {}): Promise<MyData> {
  const belongings = createBelongingsStore(table, chat.clock.now);
  const report = (item: object): void => void unreadable.push(item);
  return readMyData({ belongings, maxBytes, maxMs: 60_000, report, now: chat.clock.now }, userId, cursor);
}

describe('the data of a user', () => {
  test('returns all data of the user in one document', async () => {
    const data = await read();
    const [home = 0, beach = 0, former = 0] = maria.workspaceIds;
    expect(data.next).toBeUndefined();
    expect(data.person).toMatchObject({ id: maria.userId, name: maria.name, email: maria.email });
    expect(data.signIns).toMatchObject([{ provider: 'google', subject: maria.subject }]);
    expect(data.sessions).toMatchObject([{ createdAt: expect.any(String), expiresAt: expect.any(Number) }]);
    expect(new Set(data.workspaces.map(({ id }) => id))).toEqual(new Set([home, beach, former]));
    expect(data.triggers.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.values(maria.triggers)));
    expect(data.runs).toContainEqual(
      expect.objectContaining({
        workspaceId: home,
        triggerId: maria.triggers['Portão'],
        channel: 'group',
        who: maria.member,
      }),
    );
    expect(data.runsPerDay).toContainEqual(expect.objectContaining({ workspaceId: home, sent: 1 }));
    expect(data.subscriptions).toContainEqual(
      expect.objectContaining({ workspaceId: home, status: 'trialing', customerId: maria.customer }),
    );
    expect(new Set(data.whatsappNumbers.map(({ workspaceId }) => workspaceId))).toEqual(new Set([home, beach]));
    expect(new Set(data.whatsappGroups.map(({ workspaceId }) => workspaceId))).toEqual(new Set([home, beach]));
    expect(data.alexaPermissions.map(({ amazonUserId }) => amazonUserId)).toContain(`amzn1.account.${home}`);
    expect(data.formerAmazonAccounts).toMatchObject([{ amazonUserId: `amzn1.account.${former}` }]);
    expect(unreadable).toEqual([]);
  });

  test('contains no secret, no hash of one, and no data of other users', { tags: 'threat-session-abuse' }, async () => {
    const text = JSON.stringify(await read());
    const stored = JSON.stringify(await maria.world.items());
    const secrets = Array.from(
      stored.matchAll(/"\w*(?:[hH]ash|[sS]ealed\w*)":"([^"]{12,})"/g),
      ([, secret = '']) => secret,
    );
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(other.needles.filter((needle) => text.includes(needle))).toEqual([]);
  });

  test('splits long data into parts that together equal the whole', async () => {
    const whole = await read();
    const parts: MyData[] = [await read(undefined, { maxBytes: 1 })];
    for (let next = parts[0]?.next; next !== undefined; next = parts.at(-1)?.next) {
      parts.push(await read(next, { maxBytes: 1 }));
    }
    expect(parts.length).toBeGreaterThan(5);
    const lists = (part: MyData): [string, unknown[]][] => Object.entries(myDataLists.parse(part));
    for (const [name, list] of lists(whole)) {
      const joined = parts.flatMap((part) => lists(part)).flatMap(([each, items]) => (each === name ? items : []));
      expect(joined).toEqual(list);
    }
    expect(parts.filter(({ person }) => person)).toHaveLength(1);
  });

  test('includes what the routines confirmed', async () => {
    const [home = 0] = maria.workspaceIds;
    const id = maria.triggers['Portão'] ?? '';
    const at = '2026-11-20T12:00:00.000Z';
    const receipt = { since: at, times: [2100], heard: 3, silent: 1, lastRanAt: at, last: { id: 'ran', ms: 2100 } };
    await setAttributes(table, triggerKey(home, id), { receipt });
    const answered = [
      { id: 'ran', ranMs: 2100, receiptId: 'r' },
      { id: 'shared', answer: 'shared' },
    ];
    for (const one of answered) {
      const run = { ...one, type: 'run', workspaceId: home, triggerId: id, at, channel: 'click', outcome: 'sent' };
      const Item = { ...runKey(id, at, one.id), ...run, ms: 120, stages: {}, openMs: 60_000 };
      await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    }
    const { triggers, runs } = await read();
    expect(triggers.find((one) => one.id === id)).toMatchObject({ receipt });
    expect(runs.filter((one) => one.triggerId === id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'ran', ranMs: 2100, openMs: 60_000 }),
        expect.objectContaining({ id: 'shared', answer: 'shared' }),
      ]),
    );
  });

  test('includes how each group reports a success', async () => {
    const changed = (await maria.world.items()).find(({ type, userId }) => type === 'group' && userId === maria.userId);
    if (!changed) throw new Error('There is a group.');
    await table.doc.send(new PutCommand({ TableName: table.name, Item: { ...changed, successAs: 'text' } }));
    const styles = (await read()).whatsappGroups.map(({ id, successAs }) => [id === changed['id'], successAs]);
    expect(styles).toEqual(
      expect.arrayContaining([
        [true, 'text'],
        [false, 'reaction'],
      ]),
    );
  });

  test('exports each stored attribute or explains its omission', async () => {
    const explained = Object.values(hiddenFields).flatMap((fields) => fields.split(' '));
    const ofIndex = ['pk', 'sk', 'type', 'duePk', 'dueAt'];
    const missing = (await maria.world.items()).flatMap((item) => {
      const type = String(item['type']);
      const list = listForType[type];
      if (!list) return [];
      const known = [...ofIndex, ...Object.keys(myDataLists.shape[list].def.element.shape)];
      return Object.keys(item)
        .filter((name) => !known.includes(name) && !explained.includes(`${type}.${name}`))
        .map((name) => `${type}.${name}`);
    });
    expect(missing).toEqual([]);
  });

  test('includes all items of a workspace that takes more than one read', async () => {
    const [home = 0] = maria.workspaceIds;
    const ids = ['a', 'b', 'c', 'd'];
    for (const id of ids) {
      const Item = { ...triggerTextKey(home, id), type: 'triggerText', id, link: 1, text: id.repeat(390_000) };
      await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    }
    const described = ({ triggerDescriptions }: MyData) => triggerDescriptions.map(({ id }) => id);
    expect(described(await read())).toEqual(expect.arrayContaining(ids));
    const parts: MyData[] = [await read(undefined, { maxBytes: 1 })];
    for (let next = parts[0]?.next; next !== undefined; next = parts.at(-1)?.next) {
      parts.push(await read(next, { maxBytes: 1 }));
    }
    expect(parts.flatMap(described).filter((id) => ids.includes(id))).toEqual(ids);
    expect(parts.filter((part) => described(part).some((id) => ids.includes(id)))).toHaveLength(2);
  });

  test.each([
    ['of another user', () => Buffer.from(JSON.stringify({ pk: `U#${other.userId}`, sk: '' })).toString('base64url')],
    [
      'of another user’s workspace',
      () => Buffer.from(JSON.stringify({ pk: `W#${other.workspaceId}`, sk: '' })).toString('base64url'),
    ],
    ['that is not JSON', () => 'nonsense'],
    ['of another shape', () => Buffer.from('{"pk":1}').toString('base64url')],
  ])('rejects a cursor %s', async (_, cursor) => {
    await expect(read(cursor())).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

/** Items of the product itself, not of a user. */
const ofNobody = [
  'pulse',
  'answers',
  'status',
  'statusDay',
  'gateways',
  'resealWalk',
  'visitRate',
  'refusedStage',
  'reopenedStage',
  'refusedAccounts',
];

test('exports or explains every type of item that the product stores', () => {
  const stores = trackedFiles().filter(({ path }) => /^functions\/data\/.*(?<!\.test)\.ts$/.test(path));
  const types = stores.flatMap(({ text: source }) =>
    Array.from(source.matchAll(/(?<!#)\btype'?: (?:z\.literal\()?'(\w+)'/g), ([, type = '']) => type),
  );
  expect(new Set(types).size).toBeGreaterThan(30);
  const known = new Set([...knownTypes, ...ofNobody]);
  expect([...new Set(types)].filter((type) => !known.has(type))).toEqual([]);
  expect([...known].filter((type) => !types.includes(type))).toEqual([]);
});
