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
// One clock for the file, because entries that one test leaves due are still due in the next one.
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
  test('links the account to the workspace with the next number', async () => {
    expect(await world.link(ana, first, account)).toEqual({ outcome: 'linked' });
    expect((await world.workspaces.find(first))?.link).toMatchObject({ number: 1, amazonUserId: account, name: 'Ana' });
    expect(await world.links.find(account)).toMatchObject({ workspaceId: first, link: 1 });
  });

  test('renews the name, and keeps number and date, when the same account is linked again', async () => {
    await world.link(ana, first, account);
    const before = (await world.workspaces.find(first))?.link;
    clock.advance(1000);
    expect(await world.link(ana, first, account)).toEqual({ outcome: 'renewed' });
    const after = (await world.workspaces.find(first))?.link;
    expect(after).toEqual({ ...before, updatedAt: clock.now().toISOString() });
  });

  test('names the user’s other workspace when the account is in use there', async () => {
    await world.addWorkspace(last + 2, ana);
    await world.link(ana, first, account);
    expect(await world.link(ana, last + 2, account)).toEqual({
      outcome: 'accountInUse',
      isCurrentUserWorkspace: true,
      workspaceName: `Workspace ${first}`,
      holder: { workspaceId: first, link: 1 },
    });
  });

  test("hides the name of another user's workspace when the account is in use there", async () => {
    await world.link(ana, first, account);
    expect(await world.link(bruno, second, account)).toEqual({
      outcome: 'accountInUse',
      isCurrentUserWorkspace: false,
      holder: { workspaceId: first, link: 1 },
    });
  });

  test('rejects a second account for a linked workspace', async () => {
    await world.link(ana, first, account);
    expect(await world.link(ana, first, `${account}-other`)).toEqual({ outcome: 'otherAccountLinked' });
    expect(await world.links.find(`${account}-other`)).toBeUndefined();
  });

  test('does not find a foreign or unknown workspace, and rejects an inactive one', async () => {
    await world.addWorkspace(last + 2, ana);
    await world.deactivate(ana, last + 2);
    expect(await world.link(bruno, first, account)).toEqual({ outcome: 'workspaceNotFound' });
    expect(await world.link(ana, last + 9, account)).toEqual({ outcome: 'workspaceNotFound' });
    expect(await world.link(ana, last + 2, account)).toEqual({ outcome: 'workspaceInactive' });
  });

  test('links one of two workspaces that race for an account', async () => {
    const results = await Promise.all([world.link(ana, first, account), world.link(bruno, second, account)]);
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['accountInUse', 'linked']);
    const holder = (await world.links.find(account))?.workspaceId ?? 0;
    const loser = holder === first ? second : first;
    expect((await world.workspaces.find(holder))?.link?.amazonUserId).toBe(account);
    expect((await world.workspaces.find(loser))?.link).toBeUndefined();
  });

  test('links one of two accounts that race for a workspace', async () => {
    const others = [account, `${account}-other`];
    const results = await Promise.all(others.map((one) => world.link(ana, first, one)));
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['linked', 'otherAccountLinked']);
    const locks = await Promise.all(others.map((one) => world.links.find(one)));
    expect(locks.filter((lock) => lock !== undefined)).toHaveLength(1);
  });

  test('links once when the same callback arrives twice concurrently', async () => {
    const results = await Promise.all([world.link(ana, first, account), world.link(ana, first, account)]);
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['linked', 'renewed']);
    expect((await world.workspaces.find(first))?.lastLink).toBe(1);
  });

  test('renews the link when a second callback links between two reads of the first', async () => {
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
  test('attaches a detached grant to the workspace and keeps it when the link follows', async () => {
    await world.enableSkill(account);
    expect((await world.grants.findGrant(account))?.expiresAt).toBeDefined();
    await world.link(ana, first, account);
    const grant = await world.grants.find(account);
    expect(grant?.grant.workspaceId).toBe(first);
    expect(grant?.grant.expiresAt).toBeUndefined();
    expect(await world.tokens.findAccess({ workspaceId: first })).toMatchObject({ state: 'valid' });
  });

  test('attaches the grant when the skill is enabled after the link', async () => {
    await world.link(ana, first, account);
    await world.enableSkill(account);
    expect((await world.grants.findGrant(account))?.workspaceId).toBe(first);
  });

  test('attaches the grant when linking and enabling happen concurrently', async () => {
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

  test('detaches the grant for 30 days on unlinking, and attaches it on the next link', async () => {
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

  describe('a grant without an access token, or with unreadable items', () => {
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

    test.each(breakings)('unlinks despite a broken grant: %s', async (_, breakIt) => {
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

    test.each(breakings)('links despite a broken grant: %s', async (_, breakIt) => {
      await world.enableSkill(account);
      await breakIt();
      expect(await world.link(ana, first, account)).toEqual({ outcome: 'linked' });
    });

    test('keeps a new permission that has replaced a broken one', async () => {
      await world.link(ana, first, account);
      await world.enableSkill(account);
      await table.doc.send(new DeleteCommand({ TableName: table.name, Key: accessKey({ workspaceId: first }) }));
      const seen = await world.grants.findToMove(account);
      clock.advance(1);
      await world.enableSkill(account);
      expect(await transact(table, world.grants.detachWrites(account, first, seen))).not.toBe('done');
    });
  });

  test('expires a detached grant after 30 days', async () => {
    await world.enableSkill(account);
    clock.advance(30 * 86_400_000);
    await world.link(ana, first, account);
    expect(await world.tokens.findAccess({ workspaceId: first })).toBeUndefined();
  });
});

describe('unlinking', () => {
  test('shows neither link nor triggers on the first read after unlinking, without a worker', async () => {
    await world.link(ana, first, account);
    await world.createTrigger(first, 'Good night');
    await world.unlink(ana, first);
    expect((await world.workspaces.find(first))?.link).toBeUndefined();
    expect(await world.links.find(account)).toBeUndefined();
    expect(await world.triggerNames(first)).toEqual([]);
    expect((await world.workspaces.find(first))?.triggerCount).toBe(0);
  });

  test('keeps triggers of two links apart when the same name is created again', async () => {
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

  test('succeeds when nothing is linked, and does not find workspaces of other users', async () => {
    await world.unlink(ana, first);
    await expect(world.unlink(bruno, first)).rejects.toMatchObject({ code: 'workspace.notFound' });
  });

  test('rejects an unlink whose state was read before another trigger was created', async () => {
    await world.link(ana, first, account);
    const before = await world.workspaces.find(first);
    await world.createTrigger(first, 'Good night');
    const ending = { removed: [], deactivate: false, also: [] };
    expect(before && (await world.links.end(before, ending))).toBe('changed');
    expect(await world.triggerNames(first)).toEqual(['Good night']);
  });

  test('removes a trigger that is created concurrently, here and at Alexa', async () => {
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

  test('marks an account that was linked before the trial was known', async () => {
    await world.link(ana, first, account);
    await subscribe('trialing');
    expect(await markOf()).toBeUndefined();
    await world.unlink(ana, first);
    expect(await markOf()).toMatchObject({ usedAt: clock.now().toISOString(), subscriptionId: 'sub_own' });
    await world.link(bruno, second, account);
    expect((await world.workspaces.find(second))?.link?.amazonUserId).toBe(account);
  });

  test('keeps the mark of another trial, and marks nothing without a trial', async () => {
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

  test('ends the link, deactivates, and moves the user to the default workspace', async () => {
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

  test('rejects the default workspace, with a reason that depends on the current workspace', async () => {
    expect(await world.deactivate(ana, first)).toBe('workspace.isYourDefault');
    await world.users.switchTo(ana, extra());
    expect(await world.deactivate(ana, first)).toBe('workspace.flaggedDefault');
  });

  test('does not find workspaces of other users, and succeeds twice', async () => {
    expect(await world.deactivate(bruno, extra())).toBe('workspace.notFound');
    expect(await world.deactivate(ana, extra())).toBe('deactivated');
    expect(await world.deactivate(ana, extra())).toBe('deactivated');
  });

  test('never leaves the user on an inactive workspace when they switch to it concurrently', async () => {
    await Promise.all([world.deactivate(ana, extra()), world.users.switchTo(ana, extra())]);
    const current = (await world.currentWorkspace(ana)) ?? 0;
    expect((await world.workspaces.find(current))?.status).toBe('ATIVO');
  });
});
