import { randomUUID } from 'node:crypto';

import { beforeAll, expect, test } from 'vitest';

import { renewAccessToken } from '#functions/alexa/events/renew-access-token.ts';
import { acceptGrant } from '#functions/alexa/skill/accept-grant.ts';
import { createConnectingStore } from '#functions/data/alexa/connecting-store.ts';
import { createNotificationStore, type NotificationStore } from '#functions/data/findings/notification-store.ts';
import { triggerKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';
import { closeContacts } from '#functions/triggers/close-contact.ts';
import { enablingRefused } from '#functions/wiring/parts/enables-skill.ts';

import { atEveryWrite, lived } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

const clock = aClock();
const minute = 60_000;
const inAMinute = () => deadlineIn(clock.now, minute);
const log = (): void => undefined;
const client = () => Promise.resolve({ clientId: 'skill', clientSecret: 'hush' });
const seal = { seal: (plain: string) => Promise.resolve(plain), open: (sealed: string) => Promise.resolve(sealed) };

let table: Table;
let world: AlexaWorld;
let told: NotificationStore;
let last = 0;
beforeAll(async () => {
  table = await aTable();
  world = alexaWorld(table, aFakeAlexa(), clock);
  told = createNotificationStore(table);
});

type Home = { workspaceId: number; account: string };

async function aHome(): Promise<Home> {
  const workspaceId = (last += 1);
  const account = `amzn1.account.${workspaceId}`;
  await world.addWorkspace(workspaceId, `u-${workspaceId}`, true);
  await world.link(`u-${workspaceId}`, workspaceId, account);
  return { workspaceId, account };
}

type Dying = ReturnType<typeof crashingTable>;

const survivesEveryCrash = (
  act: (home: Home, dying: Dying) => Promise<unknown>,
  look: (home: Home, died: boolean) => Promise<void>,
  prepare: (home: Home) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> =>
  atEveryWrite(async (writes) => {
    const home = await aHome();
    await prepare(home);
    const dying = crashingTable(table, writes);
    await lived(act(home, dying));
    clock.advance(2 * minute);
    const died = dying.died();
    await look(home, died);
    return { died };
  }, 19);

/** Each renewal returns another refresh token; the two newest ones work. */
function anAmazon(first: string) {
  const issued = [first];
  let withdrawn = false;
  return {
    newest: () => issued.at(-1),
    withdraw: () => void (withdrawn = true),
    refresh({ refreshToken }: { refreshToken: string }): Promise<TokenOutcome> {
      if (withdrawn || !issued.slice(-2).includes(refreshToken)) return Promise.resolve({ outcome: 'invalidGrant' });
      const next = `refresh-${randomUUID()}`;
      issued.push(next);
      return Promise.resolve({
        outcome: 'tokens',
        accessToken: `access of ${next}`,
        refreshToken: next,
        expiresInSeconds: 3600,
      });
    },
  };
}
type Amazon = ReturnType<typeof anAmazon>;

/** Accepts a grant with a code that works once. */
function accept(on: Table, { account }: Home, codes: Set<string>, code: string) {
  const { grants, links, ground } = alexaWorld(on, aFakeAlexa(), clock);
  const connecting = createConnectingStore(on, clock.now);
  const exchangeCode = (): Promise<TokenOutcome> => {
    const good = codes.delete(code);
    return Promise.resolve(
      good
        ? { outcome: 'tokens', accessToken: 'a', refreshToken: `refresh for ${code}`, expiresInSeconds: 3600 }
        : { outcome: 'invalidGrant' },
    );
  };
  const tokenToUser = () => Promise.resolve({ outcome: 'user', amazonUserId: account } as const);
  const deps = { tokenToUser, messagingClient: client, login: { exchangeCode }, seal, links, grants, connecting };
  const more = { enablingRefused: enablingRefused(ground), region: 'NA', log, now: clock.now } as const;
  return acceptGrant({ ...deps, ...more }, { granteeToken: 't', code }, inAMinute());
}

test('stores a grant completely or not at all when a process dies after spending its code, and accepts the next attempt', async () => {
  let codes = new Set<string>();
  const writes = await survivesEveryCrash(
    (home, dying) => accept(dying, home, (codes = new Set(['first', 'second'])), 'first'),
    async (home, died) => {
      expect(codes.has('first')).toBe(false);
      const found = await world.grants.find(home.account);
      const kept = found && [found.grant.sealedRefresh, found.grant.workspaceId, found.access?.state];
      const whole = ['refresh for first', home.workspaceId, 'valid'];
      expect(died ? [undefined, whole] : [whole]).toContainEqual(kept);
      // Alexa got no answer, so the user links again.
      expect(await accept(table, home, codes, 'first')).toBe('codeRefused');
      expect(await accept(table, home, codes, 'second')).toBe('attached');
      expect((await world.grants.find(home.account))?.grant.sealedRefresh).toBe('refresh for second');
    },
  );
  expect(writes).toBeGreaterThan(1);
});

test('ends a refusal of the stage at the next attempt at the latest when the process of an awaited grant dies', async () => {
  const codes = new Set<string>();
  const writes = await survivesEveryCrash(
    (home, dying) => accept(dying, home, codes.add('first').add('second'), 'first'),
    async (home, died) => {
      expect(died ? await accept(table, home, codes, 'second') : 'attached').toBe('attached');
      expect(await refused().isStopped()).toBe(false);
      expect(await connecting().find(home.workspaceId)).toBeUndefined();
    },
    async ({ workspaceId, account: amazonUserId }) => {
      const chain = { chainId: randomUUID(), workspaceId, link: 1, amazonUserId };
      await connecting().begin(chain);
      await connecting().advance(chain, 'grant');
      await refused().note('stage', amazonUserId);
    },
  );
  expect(writes).toBeGreaterThan(1);
});
const connecting = () => createConnectingStore(table, clock.now);
const refused = () => enablingRefused(world.ground);

async function renew(on: Table, { workspaceId }: Home, amazon: Pick<Amazon, 'refresh'>) {
  const { grants, tokens } = alexaWorld(on, aFakeAlexa(), clock);
  const access = await world.tokens.findAccess({ workspaceId });
  if (!access) throw new Error('There is no grant to renew.');
  const pause = (ms: number): Promise<void> => Promise.resolve(clock.advance(ms));
  const deps = { tokens, grants, seal, login: amazon, client, log, now: clock.now, newId: randomUUID, pause };
  const limits = { deadline: inAMinute(), refreshMs: 3_000, refused: true };
  return renewAccessToken(deps, { workspaceId }, access, limits);
}

/** The process dies with Amazon's answer in memory. */
const deadly = (amazon: Amazon, dying: Dying): Pick<Amazon, 'refresh'> => ({
  refresh: async (given) => {
    const answer = await amazon.refresh(given);
    dying.kill();
    return answer;
  },
});

async function enabled({ account }: Home): Promise<Amazon> {
  await world.enableSkill(account);
  return anAmazon('s');
}

test('keeps the grant when a renewal crashes at any write or after it received a new refresh token', async () => {
  let amazon = anAmazon('s');
  const look = async (home: Home): Promise<void> => {
    expect(await renew(table, home, amazon)).toMatchObject({ outcome: 'usable' });
    const found = await world.grants.find(home.account);
    expect(found?.grant).toMatchObject({ state: 'valid', sealedRefresh: amazon.newest() });
    expect(found?.access).toMatchObject({ state: 'valid', sealed: `access of ${amazon.newest()}` });
    expect(found?.access).not.toHaveProperty('lock');
  };
  const prepare = async (home: Home): Promise<void> => void (amazon = await enabled(home));
  const writes = await survivesEveryCrash((home, dying) => renew(dying, home, amazon), look, prepare);
  expect(writes).toBeGreaterThan(2);

  const home = await aHome();
  await prepare(home);
  const dying = crashingTable(table, 20);
  await lived(renew(dying, home, deadly(amazon, dying)));
  clock.advance(2 * minute);
  expect((await world.grants.find(home.account))?.grant.sealedRefresh).not.toBe(amazon.newest());
  await look(home);
});

const owed = async ({ workspaceId }: Home): Promise<number> =>
  (await world.waiting()).filter(({ entry }) => JSON.stringify(entry).includes(`"workspaceId":${workspaceId}`)).length;

test('revokes a withdrawn permission together with a notification of its owner, or leaves it to be found again', async () => {
  let amazon = anAmazon('s');
  const look = async (home: Home): Promise<void> => {
    const found = await world.grants.find(home.account);
    expect(found?.access?.state).toBe(found?.grant.state);
    expect(await owed(home)).toBe(found?.grant.state === 'revoked' ? 1 : 0);
    const outcome = found?.grant.state === 'valid' ? (await renew(table, home, amazon)).outcome : 'revoked';
    expect(outcome).toBe('revoked');
    expect(await owed(home)).toBe(1);
    await world.settle();
    expect((await told.find(home.workspaceId))?.told).toMatchObject({ grantEnded: expect.any(String) });
  };
  const prepare = async (home: Home): Promise<void> => {
    amazon = await enabled(home);
    amazon.withdraw();
    await world.settle();
  };
  const writes = await survivesEveryCrash((home, dying) => renew(dying, home, amazon), look, prepare);
  expect(writes).toBeGreaterThan(2);

  const home = await aHome();
  await prepare(home);
  const dying = crashingTable(table, 20);
  await lived(renew(dying, home, deadly(amazon, dying)));
  clock.advance(2 * minute);
  await look(home);
});

test('closes a contact again when the process that closed it died before recording that', async () => {
  const sent: object[] = [];
  const close = (on: Table, { workspaceId }: Home, triggerId: string, afterwards = (): void => undefined) => {
    const { workspaces, triggers } = alexaWorld(on, aFakeAlexa(), clock);
    const send = (_: number, build: (token: string) => object) => {
      sent.push(build('t'));
      afterwards();
      return Promise.resolve({ outcome: 'sent' } as const);
    };
    const deps = { workspaces, triggers, runs: createRunStore(on, clock.now), send, now: clock.now, newId: randomUUID };
    return closeContacts(deps, [{ topic: 'closeContact', workspaceId, triggerId, openSince: 5 }], inAMinute());
  };
  const home = await aHome();
  const triggerId = (await world.createTrigger(home.workspaceId, 'Door')) ?? '';
  await setAttributes(table, triggerKey(home.workspaceId, triggerId), { openSince: 5 });
  for (const writes of [20, 1]) {
    const dying = crashingTable(table, writes);
    await lived(close(dying, home, triggerId, writes === 1 ? undefined : dying.kill));
  }
  expect(sent).toHaveLength(2);
  expect(await close(table, home, triggerId)).toMatchObject({ outcome: 'done' });
  expect(sent).toHaveLength(2);
});

test('notifies the owner of a withdrawn permission even if the worker of the daily check dies at a write', async () => {
  const withdrawn: TokenOutcome = { outcome: 'invalidGrant' };
  for (let writes = 0, died = true; died; writes += 1) {
    const ownTable = await aTable();
    const own = alexaWorld(ownTable, aFakeAlexa(), clock);
    const [workspaceId, account] = [writes + 1, `amzn1.account.${writes}`];
    await own.addWorkspace(workspaceId, `u-${workspaceId}`, true);
    await own.link(`u-${workspaceId}`, workspaceId, account);
    await own.enableSkill(account);
    await own.settle();
    clock.advance(25 * 60 * minute);
    await own.checkGrants();
    const dying = crashingTable(ownTable, writes);
    const process = alexaWorld(dying, aFakeAlexa(), clock);
    process.amazon.answer = own.amazon.answer = withdrawn;
    own.post.mails.length = 0;
    await lived(process.sweep());
    died = dying.died();
    clock.advance(2 * minute);
    await own.settle();
    expect((await own.grants.findGrant(account))?.state).toBe('revoked');
    const mails = process.post.mails.length + own.post.mails.length;
    // Only a process that dies between sending and recording sends a second mail.
    expect([1, died ? 2 : 1]).toContain(mails);
    if (writes > 25) throw new Error('The action needs more writes than this test expects.');
  }
});
