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

describe('the page shows', () => {
  test('no account and no dates when nothing is linked', async () => {
    const nobody = { name: null, email: null, createdAt: null, updatedAt: null };
    expect(await aPage({ linked: false }).read()).toEqual({ ...nobody, ...off, skill: 'notLinked' });
  });

  test('when the account of the last link was moved away, and nothing about an earlier link', async () => {
    const moved = { link: 1, at: inMinutes(-3) };
    expect(await aPage({ linked: false, moved }).read()).toMatchObject({ movedAwayAt: moved.at });
    expect(await aPage({ linked: false, moved: { ...moved, link: 0 } }).read()).not.toHaveProperty('movedAwayAt');
    expect(await aPage({ moved }).read()).not.toHaveProperty('movedAwayAt');
  });

  test('the account without dates while the skill is not enabled', { tags: ['spec-147.2', 'spec-162.1'] }, async () => {
    expect(await aPage({}).read()).toEqual({ ...account, ...off, skill: 'notEnabled', mend: 'reinstall' });
  });

  test('the account without dates after the grant was revoked', async () => {
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

  test('both dates while the skill is active', { tags: ['spec-147.2', 'spec-162.1'] }, async () => {
    const page = aPage({ found: access(30) });
    const { grantedAt } = access(30);
    const dates = { expiresDate: inMinutes(30), expiresIn: 1800, grantedAt };
    expect(await page.read()).toEqual({ ...account, skill: 'active', ...dates });
    expect(page.asked).toEqual([]);
  });
});

describe('what mends a skill that is not active', () => {
  const revoked = access(30, 'revoked');
  const unknown: AccessItem = { ...access(30), unknownAt: inMinutes(-5) };

  test.each<[string, Circumstances, 'reconnect' | 'reinstall']>([
    ['connecting anew, where this stage enables the skill', { enables: true, found: revoked }, 'reconnect'],
    ['the same before it was ever enabled', { enables: true }, 'reconnect'],
    ['the Alexa app, where it does not', { enables: false, found: revoked }, 'reinstall'],
    ['connecting anew, where the gateway does not know the skill', { enables: true, found: unknown }, 'reconnect'],
    ['the Alexa app, where it does not and nor does this stage', { enables: false, found: unknown }, 'reinstall'],
    [
      'the Alexa app, where Amazon refused it beside a grant that reads valid',
      { enables: true, found: { ...unknown, reconnectRefusedAt: inMinutes(-23 * 60) } },
      'reinstall',
    ],
    [
      'the Alexa app, once Amazon refused it for this grant',
      { enables: true, found: { ...revoked, reconnectRefusedAt: inMinutes(-23 * 60) } },
      'reinstall',
    ],
    [
      'the Alexa app, once Amazon refused it before any grant',
      { enables: true, refusedForLink: inMinutes(-23 * 60) },
      'reinstall',
    ],
    [
      'connecting anew, a day after Amazon refused it for this grant',
      { enables: true, found: { ...revoked, reconnectRefusedAt: inMinutes(-24 * 60) } },
      'reconnect',
    ],
    [
      'connecting anew, a day after Amazon refused it before any grant',
      { enables: true, refusedForLink: inMinutes(-24 * 60) },
      'reconnect',
    ],
    [
      'connecting anew, where the refusal was before Amazon allowed it again for everybody',
      { enables: true, reopenedAt: inMinutes(-5), found: { ...revoked, reconnectRefusedAt: inMinutes(-6) } },
      'reconnect',
    ],
    [
      'the Alexa app, where the refusal came after that',
      { enables: true, reopenedAt: inMinutes(-5), refusedForLink: inMinutes(-4) },
      'reinstall',
    ],
    ['the Alexa app, for who connected too often just now', { enables: true, overLimit: true }, 'reinstall'],
    [
      'connecting anew, where the refusal was before this grant',
      { enables: true, refusedForLink: inMinutes(0), found: revoked },
      'reconnect',
    ],
  ])('is %s', async (_case, circumstances, mend) => {
    expect((await aPage(circumstances).read()).mend).toBe(mend);
  });

  test('is said of a skill that the gateway does not know, with the reason and since when', async () => {
    const page = await aPage({ enables: true, found: unknown }).read();
    const known = { reason: 'amazon.skillNotFound', revokedAt: unknown.unknownAt };
    expect(page).toMatchObject({ ...account, ...off, ...known, skill: 'notEnabled' });
    expect(page).not.toHaveProperty('grantedAt');
  });

  test.each<Circumstances>([{ found: access(30) }, { linked: false }])('is not said of %j', async (circumstances) => {
    expect((await aPage({ ...circumstances, enables: true }).read()).mend).toBeUndefined();
  });
});

describe('a connection under way', () => {
  const connectingOf = async (chain: Partial<Connecting>, circumstances: Circumstances = {}) =>
    (await aPage({ ...circumstances, chain }).read()).connecting;

  test('says what is awaited, and since when', async () => {
    expect(await connectingOf({ step: 'enable' })).toEqual({ since: inMinutes(0), step: 'enable' });
  });

  test('says why it ended', async () => {
    const problem = 'amazon.allowDeclined' as const;
    expect(await connectingOf({ problem })).toEqual({ since: inMinutes(0), step: 'allow', problem });
  });

  test('is over once the skill is active', async () => {
    expect(await connectingOf({ step: 'grant' }, { found: access(30) })).toBeUndefined();
  });

  const ended = (grantedMinutes: number, revokedMinutes?: number): AccessItem => ({
    ...access(30, 'revoked'),
    grantedAt: inMinutes(grantedMinutes),
    ...(revokedMinutes !== undefined && { revokedAt: inMinutes(revokedMinutes), revokedAs: 'skillDisabled' }),
  });
  const asked: Partial<Connecting> = { step: 'grant', since: inMinutes(-5) };

  test.each<[string, AccessItem]>([
    ['ended before it, however late it is', ended(-60, -6)],
    ['ended at the very moment, because connecting noticed it', ended(-60, -5)],
    ['ended at an unknown moment, and was given before it', ended(-60)],
  ])('is shown after a grant that %s', async (_case, found) => {
    expect(await connectingOf(asked, { found })).toMatchObject({ step: 'grant' });
  });

  test.each<[string, AccessItem]>([
    ['came while it was awaited and was taken back since', ended(-4.9, -3)],
    ['came while it was awaited and ended at an unknown moment', ended(-4.9)],
    ['came before and ended later', ended(-60, -3)],
  ])('is over for good with a grant that %s', async (_case, found) => {
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
  ])('after %s every page is told what its card says: %s', async (key, mend) => {
    const problem = connectingProblems.find((each) => each === key);
    if (problem === undefined) throw new Error(`${key} is no problem`);
    const overLimit = problem === 'amazon.connectTooOften';
    const page = await aPage({ chain: { problem }, enables: true, overLimit }).read();
    expect(page).toMatchObject({ mend, connecting: { problem } });
  });

  test('that ended because there were too many is over when our button starts one again', async () => {
    const page = await aPage({ chain: { problem: 'amazon.connectTooOften' }, enables: true }).read();
    expect(page).toMatchObject({ mend: 'reconnect' });
    expect(page).not.toHaveProperty('connecting');
  });

  test('says that the skill is enabled once Alexa said so', async () => {
    expect(await connectingOf(asked)).not.toHaveProperty('isEnabled');
    expect(await connectingOf({ ...asked, isEnabled: true })).toMatchObject({ isEnabled: true });
  });

  test('belongs to its link alone', async () => {
    expect(await connectingOf({ link: 2 })).toBeUndefined();
    expect(await connectingOf({}, { linked: false })).toBeUndefined();
  });

  const late: Partial<Connecting> = { step: 'grant', since: inMinutes(-1), wasEnabled: true };

  test('offers to switch the skill off and on after a minute without the grant of a skill that was on', async () => {
    expect(await connectingOf(late)).toMatchObject({ late: true, maySwitchOffAndOn: true });
  });

  test.each<[string, Partial<Connecting>, boolean]>([
    ['after a minute without the grant', {}, true],
    ['before', { since: inMinutes(-0.99) }, false],
    ['while the person is awaited', { step: 'allow' }, false],
    ['after it ended for a reason', { problem: 'amazon.enablementUnavailable' }, false],
  ])('is late by our own clock: %s', async (_case, change, isLate) => {
    const shown = await connectingOf({ ...late, wasEnabled: undefined, ...change });
    expect(shown).toBeDefined();
    expect(shown?.late === true).toBe(isLate);
  });

  test.each<[string, Partial<Connecting>]>([
    ['before a minute is over', { since: inMinutes(-0.99) }],
    ['when the skill was off before', { wasEnabled: undefined }],
    ['before Alexa was asked', { step: 'enable' }],
    ['after it ended for a reason', { problem: 'amazon.enablementUnavailable' }],
  ])('does not offer that %s', async (_case, change) => {
    expect(await connectingOf({ ...late, ...change })).not.toHaveProperty('maySwitchOffAndOn');
  });
});

describe('a skill that we disabled', () => {
  const at = inMinutes(-30);
  const granted = (minutes: number): AccessItem => ({ ...access(30, 'revoked'), grantedAt: inMinutes(minutes) });

  test.each<[string, Circumstances, object]>([
    ['off, after its chain is over', { skillOff: { at, isSure: true } }, { isOff: true }],
    [
      'off, while a chain is shown',
      { skillOff: { at, isSure: true }, chain: { problem: 'amazon.allowDeclined' } },
      { isOff: true },
    ],
    ['off, when its grant is older', { skillOff: { at, isSure: true }, found: granted(-31) }, { isOff: true }],
    ['perhaps off', { skillOff: { at } }, { mayBeOff: true }],
    [
      'disabled, without a doubt, once Amazon said so',
      { skillOff: { at }, found: { ...granted(-60), revokedAt: inMinutes(-40), revokedAs: 'skillDisabled' } },
      {},
    ],
    ['not off, when a newer grant ended since', { skillOff: { at, isSure: true }, found: granted(-29) }, {}],
    ['not off, while it is active', { skillOff: { at: inMinutes(0), isSure: true }, found: access(30) }, {}],
    ['not off, where nobody disabled it', {}, {}],
  ])('shows the skill as %s', async (_case, circumstances, said) => {
    const { isOff, mayBeOff } = await aPage(circumstances).read();
    expect({ isOff, mayBeOff }).toEqual({ isOff: undefined, mayBeOff: undefined, ...said });
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
    const why = { revokedAt: inMinutes(0), reason: 'amazon.accessEnded', mend: 'reinstall' };
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

  test('the one signed in with, when Alexa does not know the skill of the one unlinked last', async () => {
    const page = aPage({ linked: false, signedInWithAmazon: true, former: 'unknown' });
    expect((await page.read()).knownAccount).toMatchObject({ email: 'ana@example.com', source: 'signIn' });
  });

  test.each(['attached', 'noGrant'] as const)('none when its grant is elsewhere: %s', async (former) => {
    expect((await aPage({ linked: false, former }).read()).knownAccount).toBeUndefined();
  });

  test('none once an account is linked', async () => {
    const page = aPage({ signedInWithAmazon: true, former: 'detached' });
    expect((await page.read()).knownAccount).toBeUndefined();
  });
});
