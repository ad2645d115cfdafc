import { describe, expect, test } from 'vitest';

import type { AccessItem } from '#functions/data/grant-item.ts';
import type { WorkspaceItem } from '#functions/data/workspace-store.ts';
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

type Circumstances = { linked?: boolean; found?: AccessItem; answer?: TokenOutcome; mayCheck?: boolean };

function aPage({ linked = true, found, answer = { outcome: 'unavailable' }, mayCheck = true }: Circumstances) {
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
        stored = stored && { ...stored, state: 'revoked' };
        return Promise.resolve('revoked');
      },
    },
    grants: {
      findGrant: () =>
        Promise.resolve({
          ...access(0),
          type: 'grant',
          sealedRefresh: 'sealed refresh',
          workspaceId: 7,
        }),
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
  return { read: () => amazonStatus(deps, 7), asked };
}

const account = { name: 'Ana', email: 'ana@example.com', createdAt: link.createdAt, updatedAt: link.updatedAt };
const off = { expiresDate: null, expiresIn: null };

describe('the page is told', () => {
  test('no account and no dates when nothing is linked', async () => {
    const nobody = { name: null, email: null, createdAt: null, updatedAt: null };
    expect(await aPage({ linked: false }).read()).toEqual({ ...nobody, ...off, skill: 'notLinked' });
  });

  test('the account without dates while the skill is not enabled', async () => {
    expect(await aPage({}).read()).toEqual({ ...account, ...off, skill: 'notEnabled' });
  });

  test('the account without dates after the grant was revoked', async () => {
    expect(await aPage({ found: access(30, 'revoked') }).read()).toEqual({ ...account, ...off, skill: 'revoked' });
  });

  test('both dates while the skill is active', async () => {
    const page = aPage({ found: access(30) });
    expect(await page.read()).toEqual({ ...account, skill: 'active', expiresDate: inMinutes(30), expiresIn: 1800 });
    expect(page.asked).toEqual([]);
  });
});

describe('a token that has run out', () => {
  const renewed: TokenOutcome = { outcome: 'tokens', accessToken: 'new', expiresInSeconds: 3600 };

  test('is renewed, and its date lies ahead', async () => {
    const page = aPage({ found: access(-5), answer: renewed });
    expect(await page.read()).toMatchObject({ skill: 'active', expiresDate: inMinutes(60), expiresIn: 3600 });
    expect(page.asked).toEqual(['sealed refresh']);
  });

  test('tells that the skill was disabled, when Amazon says so', async () => {
    const page = aPage({ found: access(-5), answer: { outcome: 'invalidGrant' } });
    expect(await page.read()).toEqual({ ...account, ...off, skill: 'revoked' });
  });

  test.each(['unavailable', 'invalidClient', 'misconfigured'] as const)(
    'changes nothing when the renewal ends as %s; no date lies in the past',
    async (outcome) => {
      const page = aPage({ found: access(-5), answer: { outcome } });
      expect(await page.read()).toMatchObject({ skill: 'active', expiresDate: inMinutes(0), expiresIn: 0 });
    },
  );

  test('is not renewed twice within an hour', async () => {
    const page = aPage({ found: access(-5), answer: renewed, mayCheck: false });
    expect(await page.read()).toMatchObject({ skill: 'active', expiresIn: 0 });
    expect(page.asked).toEqual([]);
  });
});
