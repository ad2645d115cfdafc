import { describe, expect, test } from 'vitest';

import type { Connecting } from '#functions/data/alexa/connecting-store.ts';
import type { AccessItem } from '#functions/data/items/grant-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';
import { connectingProblems } from '#shared/rules/connecting-problems.ts';

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

const aChain: Connecting = {
  type: 'connecting',
  chainId: 'chain',
  workspaceId: 7,
  link: link.number,
  amazonUserId: link.amazonUserId,
  step: 'allow',
  since: inMinutes(0),
  expiresAt: 0,
};

type Circumstances = {
  linked?: boolean;
  found?: AccessItem;
  answer?: TokenOutcome;
  mayCheck?: boolean;
  signedInWithAmazon?: boolean;
  former?: 'detached' | 'unknown' | 'attached' | 'noGrant';
  enables?: boolean;
  reopenedAt?: string;
  refusedForLink?: string;
  overLimit?: boolean;
  moved?: { link: number; at: string };
  chain?: Partial<Connecting>;
  skillOff?: NonNullable<WorkspaceItem['link']>['skillOff'];
};

function aPage(circumstances: Circumstances) {
  const { linked = true, found, answer = { outcome: 'unavailable' }, mayCheck = true, former } = circumstances;
  const { enables = false, reopenedAt, refusedForLink: reconnectRefusedAt, skillOff } = circumstances;
  const signedInWith = circumstances.signedInWithAmazon ? 'amazon' : 'google';
  const asked: string[] = [];
  let stored = found;
  const { link: _, ...unlinked } = workspace;
  const deps: AmazonStatusDeps = {
    workspaces: {
      find: () =>
        Promise.resolve(linked ? { ...workspace, link: { ...link, reconnectRefusedAt, skillOff } } : unlinked),
    },
    moved: {
      find: () =>
        Promise.resolve(circumstances.moved && { type: 'movedAccount', expiresAt: 0, ...circumstances.moved }),
    },
    checks: { mayCheck: () => Promise.resolve(mayCheck) },
    tokens: {
      findAccess: () => Promise.resolve(stored),
      takeLock: () => Promise.resolve({ outcome: 'taken' }),
      releaseLock: () => Promise.resolve(),
      complete: () => Promise.resolve('stored'),
      revoke: () => {
        stored = stored && { ...stored, state: 'revoked', revokedAt: inMinutes(0), revokedAs: 'accessEnded' };
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
                ...(former === 'attached' && { workspaceId: 7 }),
                ...(former === 'unknown' && { unknownAt: inMinutes(-5) }),
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
    enablesSkill: () => Promise.resolve({ enables, reopenedAt }),
    connecting: {
      find: () => Promise.resolve(circumstances.chain && { ...aChain, ...circumstances.chain }),
      isOverLimit: () => Promise.resolve(circumstances.overLimit ?? false),
    },
    log: () => undefined,
    now: () => now,
    newId: () => 'lock',
    pause: () => Promise.resolve(),
  };
  return { read: () => amazonStatus(deps, { userId: 'ana', workspaceId: 7 }), asked };
}

const account = { name: 'Ana', email: 'ana@example.com', createdAt: link.createdAt, updatedAt: link.updatedAt };
const off = { expiresDate: null, expiresIn: null };

describe('link and skill', () => {
  test('shows no account and no dates when nothing is linked', async () => {
    const nobody = { name: null, email: null, createdAt: null, updatedAt: null };
    expect(await aPage({ linked: false }).read()).toEqual({ ...nobody, ...off, skill: 'notLinked' });
  });

  test('shows when the account of the most recent link was moved away, but not that of an earlier link', async () => {
    const moved = { link: 1, at: inMinutes(-3) };
    expect(await aPage({ linked: false, moved }).read()).toMatchObject({ movedAwayAt: moved.at });
    expect(await aPage({ linked: false, moved: { ...moved, link: 0 } }).read()).not.toHaveProperty('movedAwayAt');
    expect(await aPage({ moved }).read()).not.toHaveProperty('movedAwayAt');
  });

  test(
    'shows the account without dates while the skill is not enabled',
    { tags: ['spec-147.2', 'spec-162.1'] },
    async () => {
      expect(await aPage({}).read()).toEqual({ ...account, ...off, skill: 'notEnabled', mend: 'reinstall' });
    },
  );

  test('shows the account without dates after the grant was revoked', async () => {
    const revoked = { ...access(30, 'revoked'), revokedAt: inMinutes(-9), revokedAs: 'skillDisabled' } as const;
    expect(await aPage({ found: revoked }).read()).toEqual({
      ...account,
      ...off,
      skill: 'revoked',
      revokedAt: inMinutes(-9),
      reason: 'amazon.skillDisabled',
      mend: 'reinstall',
    });
  });

  test('shows both dates while the skill is active', { tags: ['spec-147.2', 'spec-162.1'] }, async () => {
    const page = aPage({ found: access(30) });
    const { grantedAt } = access(30);
    const dates = { expiresDate: inMinutes(30), expiresIn: 1800, grantedAt };
    expect(await page.read()).toEqual({ ...account, skill: 'active', ...dates });
    expect(page.asked).toEqual([]);
  });
});

describe('fix for an inactive skill', () => {
  const revoked = access(30, 'revoked');
  const unknown: AccessItem = { ...access(30), unknownAt: inMinutes(-5) };

  test.each<[string, Circumstances, 'reconnect' | 'reinstall']>([
    ['reconnecting when this stage enables the skill', { enables: true, found: revoked }, 'reconnect'],
    ['reconnecting when this stage enables the skill for the first time', { enables: true }, 'reconnect'],
    ['the Alexa app when this stage does not enable the skill', { enables: false, found: revoked }, 'reinstall'],
    ['reconnecting when the gateway does not know the skill', { enables: true, found: unknown }, 'reconnect'],
    [
      'the Alexa app when the gateway does not know the skill and this stage does not enable it',
      { enables: false, found: unknown },
      'reinstall',
    ],
    [
      'the Alexa app after Amazon refused to enable the skill for a grant that is stored as valid',
      { enables: true, found: { ...unknown, reconnectRefusedAt: inMinutes(-23 * 60) } },
      'reinstall',
    ],
    [
      'the Alexa app after Amazon refused to enable the skill for this grant',
      { enables: true, found: { ...revoked, reconnectRefusedAt: inMinutes(-23 * 60) } },
      'reinstall',
    ],
    [
      'the Alexa app after Amazon refused to enable the skill before any grant',
      { enables: true, refusedForLink: inMinutes(-23 * 60) },
      'reinstall',
    ],
    [
      'reconnecting a day after Amazon refused to enable the skill for this grant',
      { enables: true, found: { ...revoked, reconnectRefusedAt: inMinutes(-24 * 60) } },
      'reconnect',
    ],
    [
      'reconnecting a day after Amazon refused to enable the skill before any grant',
      { enables: true, refusedForLink: inMinutes(-24 * 60) },
      'reconnect',
    ],
    [
      'reconnecting when Amazon lifted the refusal for every user',
      { enables: true, reopenedAt: inMinutes(-5), found: { ...revoked, reconnectRefusedAt: inMinutes(-6) } },
      'reconnect',
    ],
    [
      'the Alexa app when Amazon refused again after it had lifted the refusal for every user',
      { enables: true, reopenedAt: inMinutes(-5), refusedForLink: inMinutes(-4) },
      'reinstall',
    ],
    ['the Alexa app over the hourly limit of connections', { enables: true, overLimit: true }, 'reinstall'],
    [
      'reconnecting when the refusal was before this grant',
      { enables: true, refusedForLink: inMinutes(0), found: revoked },
      'reconnect',
    ],
  ])('offers %s', async (_case, circumstances, mend) => {
    expect((await aPage(circumstances).read()).mend).toBe(mend);
  });

  test('shows the reason and the time when the gateway does not know the skill', async () => {
    const page = await aPage({ enables: true, found: unknown }).read();
    const known = { reason: 'amazon.skillNotFound', revokedAt: unknown.unknownAt };
    expect(page).toMatchObject({ ...account, ...off, ...known, skill: 'notEnabled' });
    expect(page).not.toHaveProperty('grantedAt');
  });

  test.each<Circumstances>([{ found: access(30) }, { linked: false }])(
    'offers no fix for %j',
    async (circumstances) => {
      expect((await aPage({ ...circumstances, enables: true }).read()).mend).toBeUndefined();
    },
  );
});

describe('connection in progress', () => {
  const connectingOf = async (chain: Partial<Connecting>, circumstances: Circumstances = {}) =>
    (await aPage({ ...circumstances, chain }).read()).connecting;

  test('shows the awaited step and when it began', async () => {
    expect(await connectingOf({ step: 'enable' })).toEqual({ since: inMinutes(0), step: 'enable' });
  });

  test('shows why the connection ended', async () => {
    const problem = 'amazon.allowDeclined' as const;
    expect(await connectingOf({ problem })).toEqual({ since: inMinutes(0), step: 'allow', problem });
  });

  test('hides the connection once the skill is active', async () => {
    expect(await connectingOf({ step: 'grant' }, { found: access(30) })).toBeUndefined();
  });

  const ended = (grantedMinutes: number, revokedMinutes?: number): AccessItem => ({
    ...access(30, 'revoked'),
    grantedAt: inMinutes(grantedMinutes),
    ...(revokedMinutes !== undefined && { revokedAt: inMinutes(revokedMinutes), revokedAs: 'skillDisabled' }),
  });
  const asked: Partial<Connecting> = { step: 'grant', since: inMinutes(-5) };

  test.each<[string, AccessItem]>([
    ['ended before the connection began', ended(-60, -6)],
    ['was found to have ended when the connection began', ended(-60, -5)],
    ['was issued before the connection began and ended at an unknown time', ended(-60)],
  ])('shows the connection after a grant that %s', async (_case, found) => {
    expect(await connectingOf(asked, { found })).toMatchObject({ step: 'grant' });
  });

  test.each<[string, AccessItem]>([
    ['arrived during the connection and has been revoked since', ended(-4.9, -3)],
    ['arrived during the connection and ended at an unknown time', ended(-4.9)],
    ['was issued before the connection and ended during it', ended(-60, -3)],
  ])('permanently hides the connection after a grant that %s', async (_case, found) => {
    const page = await aPage({ found, chain: asked, enables: true }).read();
    expect(page).toMatchObject({ skill: 'revoked', mend: 'reconnect' });
    expect(page).not.toHaveProperty('connecting');
  });

  test.each<[string, string]>([
    ['amazon.enablementRefused', 'reinstall'],
    ['amazon.enablementNotConfigured', 'reinstall'],
    ['amazon.connectTooOften', 'reinstall'],
    ['amazon.enablementUnavailable', 'reconnect'],
    ['amazon.consentRefused', 'reconnect'],
    ['amazon.allowDeclined', 'reconnect'],
  ])('shows the same fix on every page after %s: %s', async (key, mend) => {
    const problem = connectingProblems.find((each) => each === key);
    if (problem === undefined) throw new Error(`${key} is no problem`);
    const overLimit = problem === 'amazon.connectTooOften';
    const page = await aPage({ chain: { problem }, enables: true, overLimit }).read();
    expect(page).toMatchObject({ mend, connecting: { problem } });
  });

  test('hides a connection that hit the hourly limit once the user can start another one', async () => {
    const page = await aPage({ chain: { problem: 'amazon.connectTooOften' }, enables: true }).read();
    expect(page).toMatchObject({ mend: 'reconnect' });
    expect(page).not.toHaveProperty('connecting');
  });

  test('shows that the skill is enabled once Alexa reported it', async () => {
    expect(await connectingOf(asked)).not.toHaveProperty('isEnabled');
    expect(await connectingOf({ ...asked, isEnabled: true })).toMatchObject({ isEnabled: true });
  });

  test('hides the connection of another link', async () => {
    expect(await connectingOf({ link: 2 })).toBeUndefined();
    expect(await connectingOf({}, { linked: false })).toBeUndefined();
  });

  const late: Partial<Connecting> = { step: 'grant', since: inMinutes(-1), wasEnabled: true };

  test('offers to switch the skill off and on when the grant of an enabled skill is a minute late', async () => {
    expect(await connectingOf(late)).toMatchObject({ late: true, maySwitchOffAndOn: true });
  });

  test.each<[string, Partial<Connecting>, boolean]>([
    ['after a minute without the grant', {}, true],
    ['within the first minute', { since: inMinutes(-0.99) }, false],
    ['while waiting for the user', { step: 'allow' }, false],
    ['after the connection failed', { problem: 'amazon.enablementUnavailable' }, false],
  ])('uses the server clock to decide whether the grant is late: %s', async (_case, change, isLate) => {
    const shown = await connectingOf({ ...late, wasEnabled: undefined, ...change });
    expect(shown).toBeDefined();
    expect(shown?.late === true).toBe(isLate);
  });

  test.each<[string, Partial<Connecting>]>([
    ['within the first minute', { since: inMinutes(-0.99) }],
    ['when the skill was off before', { wasEnabled: undefined }],
    ['before Alexa was asked', { step: 'enable' }],
    ['after the connection failed', { problem: 'amazon.enablementUnavailable' }],
  ])('does not offer to switch the skill off and on %s', async (_case, change) => {
    expect(await connectingOf({ ...late, ...change })).not.toHaveProperty('maySwitchOffAndOn');
  });
});

describe('skill that we disabled', () => {
  const at = inMinutes(-30);
  const granted = (minutes: number): AccessItem => ({ ...access(30, 'revoked'), grantedAt: inMinutes(minutes) });

  test.each<[string, Circumstances, object]>([
    ['off after the connection ended', { skillOff: { at, isSure: true } }, { isOff: true }],
    [
      'off while a connection is shown',
      { skillOff: { at, isSure: true }, chain: { problem: 'amazon.allowDeclined' } },
      { isOff: true },
    ],
    ['off when its grant is older', { skillOff: { at, isSure: true }, found: granted(-31) }, { isOff: true }],
    ['perhaps off', { skillOff: { at } }, { mayBeOff: true }],
    [
      'certainly disabled, without a flag, once Amazon reported it',
      { skillOff: { at }, found: { ...granted(-60), revokedAt: inMinutes(-40), revokedAs: 'skillDisabled' } },
      {},
    ],
    ['not off when a newer grant arrived and ended since', { skillOff: { at, isSure: true }, found: granted(-29) }, {}],
    ['not off while it is active', { skillOff: { at: inMinutes(0), isSure: true }, found: access(30) }, {}],
    ['not off when we did not disable it', {}, {}],
  ])('shows the skill as %s', async (_case, circumstances, said) => {
    const { isOff, mayBeOff } = await aPage(circumstances).read();
    expect({ isOff, mayBeOff }).toEqual({ isOff: undefined, mayBeOff: undefined, ...said });
  });
});

describe('expired token', () => {
  const renewed: TokenOutcome = { outcome: 'tokens', accessToken: 'new', expiresInSeconds: 3600 };

  test('renews an expired token and shows a date in the future', { tags: 'spec-340.1' }, async () => {
    const page = aPage({ found: access(-5), answer: renewed });
    expect(await page.read()).toMatchObject({ skill: 'active', expiresDate: inMinutes(60), expiresIn: 3600 });
    expect(page.asked).toEqual(['sealed refresh']);
  });

  test('shows that the permission ended when Amazon refuses the renewal', async () => {
    const page = aPage({ found: access(-5), answer: { outcome: 'invalidGrant' } });
    const why = { revokedAt: inMinutes(0), reason: 'amazon.accessEnded', mend: 'reinstall' };
    expect(await page.read()).toEqual({ ...account, ...off, skill: 'revoked', ...why });
  });

  test.each(['unavailable', 'invalidClient', 'misconfigured'] as const)(
    'shows the current time instead of the past expiry when the renewal ends as %s',
    async (outcome) => {
      const page = aPage({ found: access(-5), answer: { outcome } });
      expect(await page.read()).toMatchObject({ skill: 'active', expiresDate: inMinutes(0), expiresIn: 0 });
    },
  );

  test('does not renew a token twice within an hour', { tags: 'spec-340.1' }, async () => {
    const page = aPage({ found: access(-5), answer: renewed, mayCheck: false });
    expect(await page.read()).toMatchObject({ skill: 'active', expiresIn: 0 });
    expect(page.asked).toEqual([]);
  });
});

describe('likely account before linking', () => {
  test('returns the Amazon account that the user signed in with', async () => {
    const page = aPage({ linked: false, signedInWithAmazon: true });
    const knownAccount = { name: 'Ana Souza', email: 'ana@example.com', source: 'signIn' };
    expect(await page.read()).toMatchObject({ skill: 'notLinked', knownAccount });
  });

  test('returns the last unlinked account while its skill is still enabled', async () => {
    const page = aPage({ linked: false, signedInWithAmazon: true, former: 'detached' });
    const knownAccount = { name: 'Ana Old', email: 'old@example.com', source: 'detachedGrant' };
    expect((await page.read()).knownAccount).toEqual(knownAccount);
  });

  test('returns the account of the sign-in when the skill of the last unlinked account is unknown', async () => {
    const page = aPage({ linked: false, signedInWithAmazon: true, former: 'unknown' });
    expect((await page.read()).knownAccount).toMatchObject({ email: 'ana@example.com', source: 'signIn' });
  });

  test.each(['attached', 'noGrant'] as const)(
    'returns no account when the grant of the last unlinked account is not detached: %s',
    async (former) => {
      expect((await aPage({ linked: false, former }).read()).knownAccount).toBeUndefined();
    },
  );

  test('returns no account once one is linked', async () => {
    const page = aPage({ signedInWithAmazon: true, former: 'detached' });
    expect((await page.read()).knownAccount).toBeUndefined();
  });
});
