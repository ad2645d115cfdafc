import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { linkAmazonAccount } from '#functions/alexa/link-amazon-account.ts';
import { findTrialMark } from '#functions/data/billing/trial-marks.ts';
import { accountHash } from '#functions/data/items/user-item.ts';
import { accessKey, grantKey, subscriptionKey, trialKey } from '#functions/data/keys.ts';
import { transact, type Table } from '#functions/data/table.ts';

import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

let world: AlexaWorld;
let fakeAlexa: ReturnType<typeof aFakeAlexa>;
// One clock for the file: what one test leaves due is due in the next one too.
const clock = aClock();
let first: number;
let second: number;
let ana: string;
let bruno: string;
let account: string;
let last = 0;

beforeEach(async () => {
  last += 10;
  [first, second, ana, bruno, account] = [last, last + 1, `ana-${last}`, `bruno-${last}`, `amzn1.account.${last}`];
  fakeAlexa = aFakeAlexa();
  world = alexaWorld(table, fakeAlexa, clock);
  await world.addWorkspace(first, ana, true);
  await world.addWorkspace(second, bruno, true);
});

describe('linking', () => {
  test('gives the account to the workspace, with the next number', async () => {
    expect(await world.link(ana, first, account)).toEqual({ outcome: 'linked' });
    expect((await world.workspaces.find(first))?.link).toMatchObject({ number: 1, amazonUserId: account, name: 'Ana' });
    expect(await world.links.find(account)).toMatchObject({ workspaceId: first, link: 1 });
  });

  test('the same account again renews its name and keeps number and date', async () => {
    await world.link(ana, first, account);
    const before = (await world.workspaces.find(first))?.link;
    clock.advance(1000);
    expect(await world.link(ana, first, account)).toEqual({ outcome: 'renewed' });
    const after = (await world.workspaces.find(first))?.link;
    expect(after).toEqual({ ...before, updatedAt: clock.now().toISOString() });
  });

  test('an account of my other workspace is in use there, by name', async () => {
    await world.addWorkspace(last + 2, ana);
    await world.link(ana, first, account);
    expect(await world.link(ana, last + 2, account)).toEqual({
      outcome: 'accountInUse',
      isCurrentUserWorkspace: true,
      workspaceName: `Workspace ${first}`,
      holder: { workspaceId: first, link: 1 },
    });
  });

  test("an account of somebody else's workspace is in use, without its name", async () => {
    await world.link(ana, first, account);
    expect(await world.link(bruno, second, account)).toEqual({
      outcome: 'accountInUse',
      isCurrentUserWorkspace: false,
      holder: { workspaceId: first, link: 1 },
    });
  });

  test('a linked workspace takes no second account', async () => {
    await world.link(ana, first, account);
    expect(await world.link(ana, first, `${account}-other`)).toEqual({ outcome: 'otherAccountLinked' });
    expect(await world.links.find(`${account}-other`)).toBeUndefined();
  });

  test('a foreign or unknown workspace is not found, an inactive one is refused', async () => {
    await world.addWorkspace(last + 2, ana);
    await world.deactivate(ana, last + 2);
    expect(await world.link(bruno, first, account)).toEqual({ outcome: 'workspaceNotFound' });
    expect(await world.link(ana, last + 9, account)).toEqual({ outcome: 'workspaceNotFound' });
    expect(await world.link(ana, last + 2, account)).toEqual({ outcome: 'workspaceInactive' });
  });

  test('of two workspaces racing for one account, one gets it', async () => {
    const results = await Promise.all([world.link(ana, first, account), world.link(bruno, second, account)]);
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['accountInUse', 'linked']);
    const holder = (await world.links.find(account))?.workspaceId ?? 0;
    const loser = holder === first ? second : first;
    expect((await world.workspaces.find(holder))?.link?.amazonUserId).toBe(account);
    expect((await world.workspaces.find(loser))?.link).toBeUndefined();
  });

  test('of two accounts racing for one workspace, one is linked', async () => {
    const others = [account, `${account}-other`];
    const results = await Promise.all(others.map((one) => world.link(ana, first, one)));
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['linked', 'otherAccountLinked']);
    const locks = await Promise.all(others.map((one) => world.links.find(one)));
    expect(locks.filter((lock) => lock !== undefined)).toHaveLength(1);
  });

  test('the same callback twice at once links once', async () => {
    const results = await Promise.all([world.link(ana, first, account), world.link(ana, first, account)]);
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['linked', 'renewed']);
    expect((await world.workspaces.find(first))?.lastLink).toBe(1);
  });

  test('a second callback that links between two reads of the first is renewed by it, not refused', async () => {
    let isFirst = true;
    const find = async (amazonUserId: string) => {
      if (isFirst) await world.link(ana, first, account);
      isFirst = false;
      return world.links.find(amazonUserId);
    };
    const deps = { ...world, links: { ...world.links, find } };
    const amazon = { amazonUserId: account, name: 'Ana', email: 'ana@example.com' };
    const result = await linkAmazonAccount(deps, { userId: ana, workspaceId: first, account: amazon });
    expect(result).toEqual({ outcome: 'renewed' });
  });
});

describe('the grant of the skill', () => {
  test('skill first, link later: the detached grant becomes the workspace’s and lives on', async () => {
    await world.enableSkill(account);
    expect((await world.grants.findGrant(account))?.expiresAt).toBeDefined();
    await world.link(ana, first, account);
    const grant = await world.grants.find(account);
    expect(grant?.grant.workspaceId).toBe(first);
    expect(grant?.grant.expiresAt).toBeUndefined();
    expect(await world.tokens.findAccess({ workspaceId: first })).toMatchObject({ state: 'valid' });
  });

  test('link first, skill later: the grant is attached', async () => {
    await world.link(ana, first, account);
    await world.enableSkill(account);
    expect((await world.grants.findGrant(account))?.workspaceId).toBe(first);
  });

  test('linking and enabling at the same moment ends attached', async () => {
    const enable = async (): Promise<void> => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const workspaceId = (await world.links.find(account))?.workspaceId;
        const tokenExpiresAt = new Date(clock.now().getTime() + 3_600_000);
        const grant = { amazonUserId: account, sealedAccess: 's', sealedRefresh: 's', tokenExpiresAt } as const;
        if ((await world.grants.accept({ ...grant, region: 'NA', workspaceId })) === 'accepted') return;
      }
    };
    await Promise.all([world.link(ana, first, account), enable()]);
    expect((await world.grants.find(account))?.grant.workspaceId).toBe(first);
  });

  test('unlinking keeps it apart for 30 days, and linking again attaches it', async () => {
    await world.link(ana, first, account);
    await world.enableSkill(account);
    await world.unlink(ana, first);
    const detached = await world.grants.findGrant(account);
    expect(detached?.workspaceId).toBeUndefined();
    expect(detached?.expiresAt).toBe(Math.floor(clock.now().getTime() / 1000) + 30 * 86_400);
    expect(await world.tokens.findAccess({ workspaceId: first })).toBeUndefined();

    await world.link(bruno, second, account);
    expect((await world.grants.find(account))?.grant).toMatchObject({ workspaceId: second, state: 'valid' });
  });

  describe('that lost its access token, or holds what cannot be read', () => {
    const write = (Item: Record<string, unknown>) => table.doc.send(new PutCommand({ TableName: table.name, Item }));
    const breakings: [string, () => Promise<unknown>][] = [
      [
        'missing',
        async () => {
          for (const Key of [accessKey({ workspaceId: first }), accessKey({ amazonUserId: account })]) {
            await table.doc.send(new DeleteCommand({ TableName: table.name, Key }));
          }
        },
      ],
      ['unreadable access', () => write({ ...accessKey({ workspaceId: first }), type: 'access', version: 'x' })],
      ['unreadable grant', () => write({ ...grantKey(account), type: 'grant', version: 1, state: 'odd' })],
      ['grant without a version', () => write({ ...grantKey(account), type: 'grant' })],
    ];

    test.each(breakings)('holds up no unlinking: %s', async (_, breakIt) => {
      await world.link(ana, first, account);
      await world.enableSkill(account);
      await breakIt();
      await world.unlink(ana, first);
      expect((await world.workspaces.find(first))?.link).toBeUndefined();
      expect(await world.grants.findToMove(account)).toBeUndefined();

      await world.link(ana, first, account);
      await world.enableSkill(account);
      expect((await world.grants.find(account))?.grant).toMatchObject({ workspaceId: first, state: 'valid' });
    });

    test.each(breakings)('holds up no linking: %s', async (_, breakIt) => {
      await world.enableSkill(account);
      await breakIt();
      expect(await world.link(ana, first, account)).toEqual({ outcome: 'linked' });
    });

    test('is left alone once a new permission came in its place', async () => {
      await world.link(ana, first, account);
      await world.enableSkill(account);
      await table.doc.send(new DeleteCommand({ TableName: table.name, Key: accessKey({ workspaceId: first }) }));
      const seen = await world.grants.findToMove(account);
      clock.advance(1);
      await world.enableSkill(account);
      expect(await transact(table, world.grants.detachWrites(account, first, seen))).not.toBe('done');
    });
  });

  test('after 30 days it is gone', async () => {
    await world.enableSkill(account);
    clock.advance(30 * 86_400_000);
    await world.link(ana, first, account);
    expect(await world.tokens.findAccess({ workspaceId: first })).toBeUndefined();
  });
});

describe('unlinking', () => {
  test('the first read afterwards shows neither link nor triggers, with no worker running', async () => {
    await world.link(ana, first, account);
    await world.createTrigger(first, 'Good night');
    await world.unlink(ana, first);
    expect((await world.workspaces.find(first))?.link).toBeUndefined();
    expect(await world.links.find(account)).toBeUndefined();
    expect(await world.triggerNames(first)).toEqual([]);
    expect((await world.workspaces.find(first))?.triggerCount).toBe(0);
  });

  test('unlink, link again and the same name again never mix', async () => {
    await world.link(ana, first, account);
    await world.createTrigger(first, 'Good night');
    await world.unlink(ana, first);
    await world.link(ana, first, account);
    await world.createTrigger(first, 'Good night');
    await world.settle();
    expect(await world.triggerNames(first)).toEqual(['Good night']);
    expect(await world.leftovers(first, 'TRIGGER#')).toHaveLength(1);
    expect(await world.leftovers(first, 'TRGNAME#')).toMatchObject([{ link: 2 }]);
  });

  test('is harmless when nothing is linked, and not found for other people', async () => {
    await world.unlink(ana, first);
    await expect(world.unlink(bruno, first)).rejects.toMatchObject({ code: 'workspace.notFound' });
  });

  test('what was read before another trigger was made is read again', async () => {
    await world.link(ana, first, account);
    const before = await world.workspaces.find(first);
    await world.createTrigger(first, 'Good night');
    const ending = { removed: [], deactivate: false, also: [] };
    expect(before && (await world.links.end(before, ending))).toBe('changed');
    expect(await world.triggerNames(first)).toEqual(['Good night']);
  });

  test('a trigger made at the same moment is gone as well, at Alexa too', async () => {
    await world.link(ana, first, account);
    await world.enableSkill(account);
    await Promise.all([world.unlink(ana, first), world.createTrigger(first, 'Late')]);
    await world.settle();
    expect(await world.leftovers(first, 'TRIGGER#')).toEqual([]);
    expect(fakeAlexa.listOf(account)).toEqual([]);
  });
});

describe('unlinking during a trial', () => {
  const markOf = () => findTrialMark(table, accountHash('amazon', account));
  const put = (Item: object) => table.doc.send(new PutCommand({ TableName: table.name, Item: { ...Item } }));
  const ids = { customerId: 'cus_own', subscriptionId: 'sub_own' };
  const subscribe = (status: string) =>
    put({ ...subscriptionKey(first), type: 'subscription', status, ...ids, rev: 1 });

  test('marks the account that was linked before the trial was known here', async () => {
    await world.link(ana, first, account);
    await subscribe('trialing');
    expect(await markOf()).toBeUndefined();
    await world.unlink(ana, first);
    expect(await markOf()).toMatchObject({ usedAt: clock.now().toISOString(), subscriptionId: 'sub_own' });
    await world.link(bruno, second, account);
    expect((await world.workspaces.find(second))?.link?.amazonUserId).toBe(account);
  });

  test('leaves the mark of another trial, and marks nothing without a trial', async () => {
    await world.link(ana, first, account);
    await subscribe('active');
    await world.unlink(ana, first);
    expect(await markOf()).toBeUndefined();

    await world.link(ana, first, account);
    const mark = { type: 'trial', usedAt: '2026-01-01T00:00:00.000Z', subscriptionId: 'sub_other' };
    await put({ ...trialKey(accountHash('amazon', account)), ...mark });
    await subscribe('trialing');
    await world.unlink(ana, first);
    expect(await markOf()).toEqual(mark);
  });
});

describe('deactivating', () => {
  const extra = (): number => last + 2;
  beforeEach(() => world.addWorkspace(extra(), ana));

  test('ends the link, switches off, and moves its user to the default workspace', async () => {
    await world.link(ana, extra(), account);
    await world.enableSkill(account);
    await world.createTrigger(extra(), 'Good night');
    await world.settle();
    await world.users.switchTo(ana, extra());
    expect(await world.deactivate(ana, extra())).toBe('deactivated');
    expect(await world.workspaces.find(extra())).toMatchObject({ status: 'INATIVO', triggerCount: 0 });
    expect(await world.links.find(account)).toBeUndefined();
    expect(await world.currentWorkspace(ana)).toBe(first);
    await world.settle();
    expect(fakeAlexa.listOf(account)).toEqual([]);
    for (const prefix of ['TRIGGER#', 'TRGNAME#', 'TRGTEXT#'] as const) {
      expect(await world.leftovers(extra(), prefix)).toEqual([]);
    }
  });

  test('refuses the default workspace, in the words for where the user is', async () => {
    expect(await world.deactivate(ana, first)).toBe('workspace.isYourDefault');
    await world.users.switchTo(ana, extra());
    expect(await world.deactivate(ana, first)).toBe('workspace.flaggedDefault');
  });

  test('is not found for other people, and harmless twice', async () => {
    expect(await world.deactivate(bruno, extra())).toBe('workspace.notFound');
    expect(await world.deactivate(ana, extra())).toBe('deactivated');
    expect(await world.deactivate(ana, extra())).toBe('deactivated');
  });

  test('switching to it at the same moment never leaves the user on an inactive workspace', async () => {
    await Promise.all([world.deactivate(ana, extra()), world.users.switchTo(ana, extra())]);
    const current = (await world.currentWorkspace(ana)) ?? 0;
    expect((await world.workspaces.find(current))?.status).toBe('ATIVO');
  });
});
