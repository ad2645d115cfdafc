import { describe, expect, test } from 'vitest';

import type { AccessItem } from '#functions/data/alexa/grant-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';

import { amazonStatus, type AmazonStatusDeps } from './amazon-status.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const inMinutes = (minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();

const link = {
  number: 1,
  amazonUserId: 'amzn1.account.ana',
  name: 'Ana',
  email: 'ana@example.com',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};
const workspace: WorkspaceItem = {
  type: 'workspace',
  id: 7,
  name: 'Home',
  status: 'ATIVO',
  defaultWorkspace: true,
  userId: 'ana',
  createdAt: '2026-10-01T08:00:00.000Z',
  tokenHash: 'hash',
  tokenSealed: 'sealed',
  lastLink: 1,
  triggerCount: 0,
  link,
};
const person = {
  type: 'user' as const,
  id: 'ana',
  name: 'Ana Souza',
  email: 'ana@example.com',
  trialUsed: false,
  currentWorkspaceId: 7,
  defaultWorkspaceId: 7,
  createdAt: link.createdAt,
};
const formerAccount = { amazonUserId: 'amzn1.account.old', name: 'Ana Old', email: 'old@example.com' };

const access = (minutesLeft: number, state: AccessItem['state'] = 'valid'): AccessItem => ({
  type: 'access',
  amazonUserId: link.amazonUserId,
  version: 1,
  region: 'NA',
  state,
  grantedAt: '2026-10-01T08:00:00.000Z',
  sealed: 'sealed access',
  tokenExpiresAt: inMinutes(minutesLeft),
});

type Circumstances = {
  linked?: boolean;
  found?: AccessItem;
  answer?: TokenOutcome;
  mayCheck?: boolean;
  signedInWithAmazon?: boolean;
  former?: 'detached' | 'attached' | 'noGrant';
};

function aPage(circumstances: Circumstances) {
  const { linked = true, found, answer = { outcome: 'unavailable' }, mayCheck = true, former } = circumstances;
  const signedInWith = circumstances.signedInWithAmazon ? 'amazon' : 'google';
  const asked: string[] = [];
  let stored = found;
  const { link: _, ...unlinked } = workspace;
  const deps: AmazonStatusDeps = {
    workspaces: { find: () => Promise.resolve(linked ? workspace : unlinked) },
    checks: { mayCheck: () => Promise.resolve(mayCheck) },
    tokens: {
      findAccess: () => Promise.resolve(stored),
      takeLock: () => Promise.resolve({ outcome: 'taken' }),
      releaseLock: () => Promise.resolve(),
      complete: () => Promise.resolve('stored'),
      revoke: () => {
        stored = stored && { ...stored, state: 'revoked', revokedAt: inMinutes(0), revokedAs: 'permissionWithdrawn' };
        return Promise.resolve('revoked');
      },
    },
    users: { find: () => Promise.resolve({ ...person, signedInWith }) },
    links: { findFormer: () => Promise.resolve(former && { type: 'formerLink', ...formerAccount, expiresAt: 0 }) },
    grants: {
      findGrant: () =>
        Promise.resolve(
          former === 'noGrant'
            ? undefined
            : {
                ...access(0),
                type: 'grant',
                sealedRefresh: 'sealed refresh',
                ...(former !== 'detached' && { workspaceId: 7 }),
              },
        ),
    },
    seal: { open: (sealed) => Promise.resolve(sealed), seal: (plain) => Promise.resolve(plain) },
    login: {
      refresh: ({ refreshToken }) => {
        asked.push(refreshToken);
        return Promise.resolve(answer);
      },
    },
    client: () => Promise.resolve({ clientId: 'id', clientSecret: 'secret' }),
    log: () => undefined,
    now: () => now,
    newId: () => 'lock',
    pause: () => Promise.resolve(),
  };
  return { read: () => amazonStatus(deps, { userId: 'ana', workspaceId: 7 }), asked };
}

const account = { name: 'Ana', email: 'ana@example.com', createdAt: link.createdAt, updatedAt: link.updatedAt };
const off = { expiresDate: null, expiresIn: null };

describe('the page shows', () => {
  test('no account and no dates when nothing is linked', async () => {
    const nobody = { name: null, email: null, createdAt: null, updatedAt: null };
    expect(await aPage({ linked: false }).read()).toEqual({ ...nobody, ...off, skill: 'notLinked' });
  });

  test('the account without dates while the skill is not enabled', { tags: ['spec-147.2', 'spec-162.1'] }, async () => {
    expect(await aPage({}).read()).toEqual({ ...account, ...off, skill: 'notEnabled' });
  });

  test('the account without dates after the grant was revoked', async () => {
    const revoked = { ...access(30, 'revoked'), revokedAt: inMinutes(-9), revokedAs: 'skillDisabled' } as const;
    expect(await aPage({ found: revoked }).read()).toEqual({
      ...account,
      ...off,
      skill: 'revoked',
      revokedAt: inMinutes(-9),
      reason: 'amazon.skillDisabled',
    });
  });

  test('both dates while the skill is active', { tags: ['spec-147.2', 'spec-162.1'] }, async () => {
    const page = aPage({ found: access(30) });
    expect(await page.read()).toEqual({ ...account, skill: 'active', expiresDate: inMinutes(30), expiresIn: 1800 });
    expect(page.asked).toEqual([]);
  });
});

describe('a token that has run out', () => {
  const renewed: TokenOutcome = { outcome: 'tokens', accessToken: 'new', expiresInSeconds: 3600 };

  test('is renewed, and its date lies ahead', { tags: 'spec-340.1' }, async () => {
    const page = aPage({ found: access(-5), answer: renewed });
    expect(await page.read()).toMatchObject({ skill: 'active', expiresDate: inMinutes(60), expiresIn: 3600 });
    expect(page.asked).toEqual(['sealed refresh']);
  });

  test('reports that the skill was disabled, when Amazon says so', async () => {
    const page = aPage({ found: access(-5), answer: { outcome: 'invalidGrant' } });
    const why = { revokedAt: inMinutes(0), reason: 'amazon.permissionWithdrawn' };
    expect(await page.read()).toEqual({ ...account, ...off, skill: 'revoked', ...why });
  });

  test.each(['unavailable', 'invalidClient', 'misconfigured'] as const)(
    'changes nothing when the renewal ends as %s; no date lies in the past',
    async (outcome) => {
      const page = aPage({ found: access(-5), answer: { outcome } });
      expect(await page.read()).toMatchObject({ skill: 'active', expiresDate: inMinutes(0), expiresIn: 0 });
    },
  );

  test('is not renewed twice within an hour', { tags: 'spec-340.1' }, async () => {
    const page = aPage({ found: access(-5), answer: renewed, mayCheck: false });
    expect(await page.read()).toMatchObject({ skill: 'active', expiresIn: 0 });
    expect(page.asked).toEqual([]);
  });
});

describe('before linking the page names the account that is likely meant', () => {
  test('the one signed in with', async () => {
    const page = aPage({ linked: false, signedInWithAmazon: true });
    const knownAccount = { name: 'Ana Souza', email: 'ana@example.com', source: 'signIn' };
    expect(await page.read()).toMatchObject({ skill: 'notLinked', knownAccount });
  });

  test('the one unlinked last, while its skill is still enabled', async () => {
    const page = aPage({ linked: false, signedInWithAmazon: true, former: 'detached' });
    const knownAccount = { name: 'Ana Old', email: 'old@example.com', source: 'detachedGrant' };
    expect((await page.read()).knownAccount).toEqual(knownAccount);
  });

  test.each(['attached', 'noGrant'] as const)('none when its grant is elsewhere: %s', async (former) => {
    expect((await aPage({ linked: false, former }).read()).knownAccount).toBeUndefined();
  });

  test('none once an account is linked', async () => {
    const page = aPage({ signedInWithAmazon: true, former: 'detached' });
    expect((await page.read()).knownAccount).toBeUndefined();
  });
});
