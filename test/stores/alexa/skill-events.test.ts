import { beforeAll, describe, expect, test } from 'vitest';

import { handleSkillEvent } from '#functions/alexa/skill-events/handle-skill-event.ts';
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

/** A home with the skill enabled, for which Alexa has sent the user of the enablement. */
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
  return handleSkillEvent(
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

test('notices a disabled skill and notifies its owner at once and without a run', async () => {
  const home = await aHome();
  disableAtAmazon();
  expect(await hear(message('SkillDisabled', home))).toBe('checking');
  await world.sweep();
  expect(await stateOf(home)).toBe('revoked');
  await world.sweep();
  expect(world.post.mails).toHaveLength(1);
});

test.each([true, false])(
  'shows on the page and in the e-mail that the skill was disabled, with a daily check: %s',
  async (daily) => {
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
  },
);

test('keeps a permission that still works at Amazon despite the event, after three checks', async () => {
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
])('finds a permission ended %i min after the event when it still worked before', async (minutes, before) => {
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

test('neither delays the second check nor other checks of the account', async () => {
  const home = await aHome();
  await hear(message('SkillDisabled', home));
  await world.sweep();
  const { asked } = world.amazon;
  await hear(message('SkillDisabled', home));
  await world.sweep();
  expect(world.amazon.asked - asked).toBe(1);
  await world.settle();
});

test('asks again while Amazon does not answer', async () => {
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

test('sends one e-mail for a duplicate event', async () => {
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
  'attributes the end of a permission that was noticed %s the event to the skill',
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

test('stores no reason with a permission that is newer than the end', async () => {
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

test('ignores an event that is older than the newest permission', async () => {
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

test('finds an account by each id that Alexa created for it', async () => {
  const home = await aHome();
  const again = { ...home, alexaId: `${home.alexaId}-again` };
  expect(await hear(linked(again))).toBe('kept');
  expect(await hear(message('SkillDisabled', home))).toBe('checking');
  expect(await hear(message('SkillDisabled', again))).toBe('checking');
  await world.settle();
});

test('ignores a disabling that precedes its enabling or belongs to an unknown user', async () => {
  const home = await aLinkedHome();
  await world.enableSkill(home.account);
  await world.settle();
  expect(await hear(message('SkillDisabled', home))).toBe('unknownUser');
  expect(await world.waiting()).toEqual([]);
  expect(await hear(linked(home))).toBe('kept');
  expect(await stateOf(home)).toBe('valid');
});

describe('an account that is no longer linked', () => {
  async function unlinkedHome(): Promise<Home> {
    const left = await aHome();
    await world.unlink(left.userId, left.workspaceId);
    await world.settle();
    return left;
  }

  test('deletes the stored permission when its skill is disabled, so that a new link does not revive it', async () => {
    const left = await unlinkedHome();
    disableAtAmazon();
    expect(await hear(message('SkillDisabled', left))).toBe('checking');
    await world.settle();
    expect(await stateOf(left)).toBeUndefined();
    expect(await world.link(left.userId, left.workspaceId, left.account)).toEqual({ outcome: 'linked' });
    expect(await world.tokens.findAccess(left)).toBeUndefined();
    expect(world.post.mails).toEqual([]);
  });

  test('keeps a permission that still works at Amazon', async () => {
    const left = await unlinkedHome();
    expect(await hear(message('SkillDisabled', left))).toBe('checking');
    await world.settle();
    expect(await stateOf(left)).toBe('valid');
  });

  test('checks the permission where the account is linked by then', async () => {
    const left = await unlinkedHome();
    disableAtAmazon();
    expect(await hear(message('SkillDisabled', left))).toBe('checking');
    await world.link(left.userId, left.workspaceId, left.account);
    await world.settle();
    expect(await world.tokens.findAccess(left)).toMatchObject({ state: 'revoked', revokedAs: 'skillDisabled' });
  });

  test('does not check an account without a permission', async () => {
    const left = await aLinkedHome();
    await world.settle();
    expect(await hear(linked(left))).toBe('kept');
    expect(await hear(message('SkillDisabled', left))).toBe('noGrant');
    expect(await world.waiting()).toEqual([]);
  });
});

test('checks an event that has no valid time', async () => {
  const home = await aHome();
  for (const eventCreationTime of [undefined, 'yesterday', 7]) {
    expect(await hear(message('SkillDisabled', home, { eventCreationTime, timestamp: undefined }))).toBe('checking');
  }
  await world.settle();
});

test('forgets the user of an enablement after 400 days', async () => {
  const home = await aHome();
  const store = createSkillUserStore(table, clock.now);
  expect(await store.find(home.alexaId)).toBe(home.account);
  const later = createSkillUserStore(table, () => new Date(clock.now().getTime() + 401 * 24 * 60 * minute));
  expect(await later.find(home.alexaId)).toBeUndefined();
});

describe('an enablement that cannot be stored', () => {
  const refusals: [string, TokenUser, string][] = [
    ['with a token that Amazon refuses', { outcome: 'refused' }, 'tokenRefused'],
    ['with a token of another application', { outcome: 'foreign' }, 'foreignToken'],
  ];
  test.each(refusals)('does not store an enablement %s', async (_case, user, outcome) => {
    const home = await aLinkedHome();
    const event = linked(home);
    users.set(`token of ${home.account}`, user);
    expect(await hear(event)).toBe(outcome);
    expect(await hear(message('SkillDisabled', home))).toBe('unknownUser');
  });

  test('stores an enablement on redelivery after Amazon did not answer', async () => {
    const home = await aLinkedHome();
    await world.enableSkill(home.account);
    const event = linked(home);
    const logged: unknown[] = [];
    users.set(`token of ${home.account}`, { outcome: 'unavailable' });
    await expect(hear(event, table, logged)).rejects.toThrow('has to repeat it: unavailable');
    expect(logged).toEqual([['skillEvent.heard', { kind: 'enabled', outcome: 'unavailable' }]]);
    expect(await hear(linked(home))).toBe('kept');
    expect(await hear(message('SkillDisabled', home))).toBe('checking');
    await world.settle();
  });

  test('does not store an enablement without a token', async () => {
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
])('logs %j as malformed and does not fail', async (event) => {
  const logged: unknown[] = [];
  expect(await hear(event, table, logged)).toBe('malformed');
  expect(logged).toEqual([['skillEvent.malformed', undefined]]);
});

test('ignores an event that the skill did not subscribe to', async () => {
  expect(await hear(message('SkillPermissionChanged', home))).toBe('other');
});

test('logs no token and no id of Alexa', async () => {
  const logged: unknown[] = [];
  const lived = await aLinkedHome();
  await hear(linked(lived), table, logged);
  await hear(message('SkillDisabled', lived), table, logged);
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toMatch(/token of|amzn1/);
});

test('notices the disabled skill on redelivery, wherever the process dies', async () => {
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

test('logs a failing table with its cause, and fails so that the event is redelivered', async () => {
  const logged: unknown[] = [];
  const owner = await aHome();
  await expect(hear(linked(owner), crashingTable(table, 0), logged)).rejects.toThrow('has to repeat it: failed');
  expect(logged).toEqual([['skillEvent.failed', { kind: 'enabled' }]]);
});
