import { beforeAll, describe, expect, test } from 'vitest';

import { hearSkillEvent } from '#functions/alexa/skill-events/hear-skill-event.ts';
import type { TokenUser } from '#functions/alexa/skill/token-to-user.ts';
import { createGrantEndStore } from '#functions/data/alexa/grant-end-store.ts';
import { createSkillUserStore } from '#functions/data/alexa/skill-user-store.ts';
import { accountPartition } from '#functions/data/keys.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import type { Table } from '#functions/data/table.ts';

import { atEveryWrite } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';

const clock = aClock();
const minute = 60_000;

let table: Table;
let world: AlexaWorld;
let last = 0;
beforeAll(async () => {
  table = await aTable();
  world = alexaWorld(table, aFakeAlexa(), clock);
});

type Home = { workspaceId: number; userId: string; account: string; alexaId: string };

/** The skill is enabled, and Alexa has said whose enabling it is. */
async function aHome(): Promise<Home> {
  const home = await aLinkedHome();
  await world.enableSkill(home.account);
  await world.settle();
  world.post.mails.length = 0;
  world.amazon.answer = { outcome: 'tokens', accessToken: 'renewed', expiresInSeconds: 3600 };
  expect(await hear(linked(home))).toBe('kept');
  return home;
}

async function aLinkedHome(): Promise<Home> {
  const workspaceId = (last += 1);
  const userId = `u-${workspaceId}`;
  const home = { workspaceId, userId, account: `amzn1.account.${workspaceId}`, alexaId: `amzn1.ask.account.${last}` };
  await world.addWorkspace(workspaceId, userId, true);
  await world.link(userId, workspaceId, home.account);
  return home;
}

const users = new Map<string, TokenUser>();

function hear(event: unknown, on: Table = table, logged: unknown[] = []) {
  return hearSkillEvent(
    {
      tokenToUser: (token) => Promise.resolve(users.get(token) ?? { outcome: 'refused' }),
      skillUsers: createSkillUserStore(on, clock.now),
      links: world.links,
      grants: world.grants,
      outbox: createOutboxStore(on),
      newId: world.ground.newId,
      log: (name, details) => void logged.push([name, details]),
      now: clock.now,
    },
    event,
  );
}

const message = (type: string, { alexaId }: Pick<Home, 'alexaId'>, more: object = {}) => ({
  version: '1.0',
  context: { System: { application: { applicationId: 'amzn1.ask.skill.1' }, user: { userId: alexaId } } },
  request: {
    type: `AlexaSkillEvent.${type}`,
    requestId: 'request-1',
    timestamp: clock.now().toISOString(),
    eventCreationTime: clock.now().toISOString(),
    eventPublishingTime: clock.now().toISOString(),
    ...more,
  },
});

function linked(home: Home) {
  const accessToken = `token of ${home.account}`;
  users.set(accessToken, { outcome: 'user', amazonUserId: home.account });
  return message('SkillAccountLinked', home, { body: { accessToken } });
}

const stateOf = async ({ account }: Home) => (await world.grants.findGrant(account))?.state;

const disableAtAmazon = (): void => {
  world.amazon.answer = { outcome: 'invalidGrant' };
};

test('a disabled skill is seen, and its owner told, at once and without a run', async () => {
  const home = await aHome();
  disableAtAmazon();
  expect(await hear(message('SkillDisabled', home))).toBe('checking');
  await world.sweep();
  expect(await stateOf(home)).toBe('revoked');
  await world.sweep();
  expect(world.post.mails).toHaveLength(1);
});

test.each([true, false])('page and e-mail say that it was disabled, also beside a daily check: %s', async (daily) => {
  const home = await aHome();
  disableAtAmazon();
  if (daily) {
    const entry = { topic: 'checkGrant', amazonUserId: home.account, workspaceId: home.workspaceId } as const;
    await createOutboxStore(table).add(entry, { id: world.ground.newId(), now: clock.now() }, []);
    clock.advance(1);
  }
  await hear(message('SkillDisabled', home));
  await world.settle();
  expect(await world.grants.findGrant(home.account)).toMatchObject({ revokedAs: 'skillDisabled' });
  expect(await world.tokens.findAccess(home)).toMatchObject({ state: 'revoked', revokedAs: 'skillDisabled' });
  expect(world.post.mails.map(({ text }) => text)).toEqual([
    expect.stringMatching(/skill was disabled|skill foi desativada/),
  ]);
});

test('the event is not believed: a permission that still works at Amazon stays, and is asked about three times', async () => {
  const home = await aHome();
  const { asked } = world.amazon;
  expect(await hear(message('SkillDisabled', home))).toBe('checking');
  for (const minutes of [0, 1, 9]) {
    clock.advance(minutes * minute);
    await world.sweep();
  }
  expect(await stateOf(home)).toBe('valid');
  expect(world.amazon.asked - asked).toBe(3);
  expect(await world.waiting()).toEqual([]);
  expect(world.post.mails).toEqual([]);
});

test.each([
  [1, 0],
  [10, 1],
])('finds a permission over %i min after the event when it still worked before', async (minutes, before) => {
  const home = await aHome();
  await hear(message('SkillDisabled', home));
  await world.sweep();
  expect(await stateOf(home)).toBe('valid');
  clock.advance(before * minute);
  await world.sweep();
  expect(await stateOf(home)).toBe('valid');
  disableAtAmazon();
  clock.advance((minutes - before) * minute - 1);
  await world.sweep();
  await world.processPartition(accountPartition(home.account));
  expect(await stateOf(home)).toBe('valid');
  clock.advance(1);
  await world.sweep();
  expect(await world.grants.findGrant(home.account)).toMatchObject({ state: 'revoked', revokedAs: 'skillDisabled' });
  await world.settle();
  expect(world.post.mails).toHaveLength(1);
  expect(await world.waiting()).toEqual([]);
});

test('the second question waits for no other check, and holds none up', async () => {
  const home = await aHome();
  await hear(message('SkillDisabled', home));
  await world.sweep();
  const { asked } = world.amazon;
  await hear(message('SkillDisabled', home));
  await world.sweep();
  expect(world.amazon.asked - asked).toBe(1);
  await world.settle();
});

test('while Amazon does not answer, all questions are asked until it does', async () => {
  const home = await aHome();
  world.amazon.answer = { outcome: 'unavailable' };
  await hear(message('SkillDisabled', home));
  await world.sweep();
  clock.advance(2 * minute);
  await world.sweep();
  expect(await stateOf(home)).toBe('valid');
  disableAtAmazon();
  await world.settle();
  expect(await stateOf(home)).toBe('revoked');
  expect(world.post.mails).toHaveLength(1);
});

test('an event that comes twice leads to one e-mail', async () => {
  const home = await aHome();
  disableAtAmazon();
  const event = message('SkillDisabled', home);
  expect(await Promise.all([hear(event), hear(event)])).toEqual(['checking', 'checking']);
  await world.settle();
  expect(await hear(event)).toBe('over');
  await world.settle();
  expect(world.post.mails).toHaveLength(1);
});

test.each(['before', 'after'] as const)(
  'a permission whose end was noticed %s the event is said to have ended with the skill',
  async (when) => {
    const home = await aHome();
    disableAtAmazon();
    const notice = async () => {
      const access = await world.tokens.findAccess(home);
      if (access) await world.tokens.revoke(home, access);
    };
    if (when === 'before') await notice();
    expect(await hear(message('SkillDisabled', home))).toBe('checking');
    if (when === 'after') await notice();
    expect(await world.tokens.findAccess(home)).toMatchObject({ revokedAs: 'accessEnded' });
    await world.settle();
    expect(await world.tokens.findAccess(home)).toMatchObject({ state: 'revoked', revokedAs: 'skillDisabled' });
    expect(await world.grants.findGrant(home.account)).toMatchObject({ revokedAs: 'skillDisabled' });
    expect(await hear(message('SkillDisabled', home))).toBe('over');
    expect(world.post.mails).toHaveLength(1);
  },
);

test('a permission that is newer than the named end keeps no reason', async () => {
  const home = await aHome();
  const access = await world.tokens.findAccess(home);
  if (!access) throw new Error('There is no permission.');
  await world.tokens.revoke(home, access);
  const revoked = await world.tokens.findAccess(home);
  clock.advance(minute);
  await world.enableSkill(home.account);
  await createGrantEndStore(table).nameEnd(home, revoked ?? access, 'skillDisabled');
  const now = await world.tokens.findAccess(home);
  expect([now?.state, now?.revokedAs]).toEqual(['valid', undefined]);
  await world.settle();
});

test('an event from before the newest permission is passed over', async () => {
  const home = await aHome();
  const event = message('SkillDisabled', home);
  clock.advance(10 * minute);
  await world.enableSkill(home.account);
  const asked = world.amazon.asked;
  expect(await hear(event)).toBe('older');
  await world.settle();
  expect(world.amazon.asked).toBe(asked);
  expect(await stateOf(home)).toBe('valid');
});

test('an account is found by each id that Alexa made for it, whichever came last', async () => {
  const home = await aHome();
  const again = { ...home, alexaId: `${home.alexaId}-again` };
  expect(await hear(linked(again))).toBe('kept');
  expect(await hear(message('SkillDisabled', home))).toBe('checking');
  expect(await hear(message('SkillDisabled', again))).toBe('checking');
  await world.settle();
});

test('a disabling that comes before its enabling was told, or of somebody unknown, changes nothing', async () => {
  const home = await aLinkedHome();
  await world.enableSkill(home.account);
  await world.settle();
  expect(await hear(message('SkillDisabled', home))).toBe('unknownUser');
  expect(await world.waiting()).toEqual([]);
  expect(await hear(linked(home))).toBe('kept');
  expect(await stateOf(home)).toBe('valid');
});

describe('an account that nobody has linked any more', () => {
  async function unlinkedHome(): Promise<Home> {
    const left = await aHome();
    await world.unlink(left.userId, left.workspaceId);
    await world.settle();
    return left;
  }

  test('loses the permission kept for it when its skill is disabled, so that linking again does not revive it', async () => {
    const left = await unlinkedHome();
    disableAtAmazon();
    expect(await hear(message('SkillDisabled', left))).toBe('checking');
    await world.settle();
    expect(await stateOf(left)).toBeUndefined();
    expect(await world.link(left.userId, left.workspaceId, left.account)).toEqual({ outcome: 'linked' });
    expect(await world.tokens.findAccess(left)).toBeUndefined();
    expect(world.post.mails).toEqual([]);
  });

  test('keeps one that still works at Amazon', async () => {
    const left = await unlinkedHome();
    expect(await hear(message('SkillDisabled', left))).toBe('checking');
    await world.settle();
    expect(await stateOf(left)).toBe('valid');
  });

  test('is checked where it is linked by then', async () => {
    const left = await unlinkedHome();
    disableAtAmazon();
    expect(await hear(message('SkillDisabled', left))).toBe('checking');
    await world.link(left.userId, left.workspaceId, left.account);
    await world.settle();
    expect(await world.tokens.findAccess(left)).toMatchObject({ state: 'revoked', revokedAs: 'skillDisabled' });
  });

  test('is not asked about without a permission', async () => {
    const left = await aLinkedHome();
    await world.settle();
    expect(await hear(linked(left))).toBe('kept');
    expect(await hear(message('SkillDisabled', left))).toBe('noGrant');
    expect(await world.waiting()).toEqual([]);
  });
});

test('an event without a time, or with one that is none, is checked', async () => {
  const home = await aHome();
  for (const eventCreationTime of [undefined, 'yesterday', 7]) {
    expect(await hear(message('SkillDisabled', home, { eventCreationTime, timestamp: undefined }))).toBe('checking');
  }
  await world.settle();
});

test('whose enabling it was is forgotten after 400 days', async () => {
  const home = await aHome();
  const store = createSkillUserStore(table, clock.now);
  expect(await store.find(home.alexaId)).toBe(home.account);
  const later = createSkillUserStore(table, () => new Date(clock.now().getTime() + 401 * 24 * 60 * minute));
  expect(await later.find(home.alexaId)).toBeUndefined();
});

describe('an enabling is not kept', () => {
  const refusals: [string, TokenUser, string][] = [
    ['with a token that Amazon refuses', { outcome: 'refused' }, 'tokenRefused'],
    ['with a token of another application', { outcome: 'foreign' }, 'foreignToken'],
  ];
  test.each(refusals)('%s', async (_case, user, outcome) => {
    const home = await aLinkedHome();
    const event = linked(home);
    users.set(`token of ${home.account}`, user);
    expect(await hear(event)).toBe(outcome);
    expect(await hear(message('SkillDisabled', home))).toBe('unknownUser');
  });

  test('while Amazon does not answer, so that it is delivered again and then is', async () => {
    const home = await aLinkedHome();
    await world.enableSkill(home.account);
    const event = linked(home);
    const logged: unknown[] = [];
    users.set(`token of ${home.account}`, { outcome: 'unavailable' });
    await expect(hear(event, table, logged)).rejects.toThrow('wanted again: unavailable');
    expect(logged).toEqual([['skillEvent.heard', { kind: 'enabled', outcome: 'unavailable' }]]);
    expect(await hear(linked(home))).toBe('kept');
    expect(await hear(message('SkillDisabled', home))).toBe('checking');
    await world.settle();
  });

  test('without a token', async () => {
    expect(await hear(message('SkillEnabled', await aLinkedHome()))).toBe('noToken');
  });
});

const home = { alexaId: 'amzn1.ask.account.x' };

test.each([
  undefined,
  null,
  7,
  'text',
  {},
  { request: { type: 'AlexaSkillEvent.SkillDisabled' } },
  { ...message('SkillDisabled', home), context: { System: { user: { userId: '' } } } },
  { ...message('SkillDisabled', home), request: { type: 7 } },
])('%j is called malformed, said in the log, and nothing fails', async (event) => {
  const logged: unknown[] = [];
  expect(await hear(event, table, logged)).toBe('malformed');
  expect(logged).toEqual([['skillEvent.malformed', undefined]]);
});

test('an event that the skill did not subscribe to is passed over', async () => {
  expect(await hear(message('SkillPermissionChanged', home))).toBe('other');
});

test('no token and no id of Alexa gets into the log', async () => {
  const logged: unknown[] = [];
  const lived = await aLinkedHome();
  await hear(linked(lived), table, logged);
  await hear(message('SkillDisabled', lived), table, logged);
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toMatch(/token of|amzn1/);
});

test('wherever the process dies, the event that is sent again has the skill seen as off', async () => {
  const writes = await atEveryWrite(async (most) => {
    const owner = await aLinkedHome();
    await world.enableSkill(owner.account);
    await world.settle();
    const dying = crashingTable(table, most);
    const enabling = linked(owner);
    await hear(enabling, dying).catch(() => undefined);
    await hear(message('SkillDisabled', owner), dying).catch(() => undefined);
    const died = dying.died();
    disableAtAmazon();
    await hear(enabling);
    await hear(message('SkillDisabled', owner));
    await world.settle();
    expect(await stateOf(owner)).toBe('revoked');
    world.amazon.answer = { outcome: 'tokens', accessToken: 'renewed', expiresInSeconds: 3600 };
    return { died };
  });
  expect(writes).toBeGreaterThanOrEqual(2);
});

test('a table that fails is said in the log with its cause, and the event is answered by a failure, to come again', async () => {
  const logged: unknown[] = [];
  const owner = await aHome();
  await expect(hear(linked(owner), crashingTable(table, 0), logged)).rejects.toThrow('wanted again: failed');
  expect(logged).toEqual([['skillEvent.failed', { kind: 'enabled' }]]);
});
