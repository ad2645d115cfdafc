import type { Page } from '@playwright/test';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { connectingProblems } from '#shared/rules/connecting-problems.ts';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import {
  active,
  endedWith,
  movedAway,
  openTurnedDown,
  withoutAccount,
} from '../../browser/support/connecting-states.ts';
import { findingStates } from '../../browser/support/finding-states.ts';
import { expect, test } from '../../browser/support/product-test.ts';

type Connecting = NonNullable<AmazonAuth['connecting']>;

const widths = { layout: [1280, 390, 320], axe: [1280, 390] } as const;

const linked: AmazonAuth = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
  expiresDate: null,
  expiresIn: null,
  skill: 'notEnabled',
  mend: 'reconnect',
};

/** The product passes through these states within seconds, so the page gets them from here. */
const pretend = (page: Page, amazon: AmazonAuth) =>
  page.route('**/api/amazon-auth', (route) => route.fulfill({ json: amazon }));

const connecting = (more: Partial<Connecting>): AmazonAuth => ({
  ...linked,
  connecting: { since: new Date().toISOString(), step: 'grant', ...more },
});

const revoked: AmazonAuth = {
  ...linked,
  skill: 'revoked',
  reason: 'amazon.skillDisabled',
  revokedAt: '2026-11-20T10:00:00.000Z',
  mend: 'reconnect',
};

test('renders an arrival that waits for Alexa, and its card', async ({ page, ana: _ }) => {
  await pretend(page, connecting({}));
  await page.goto('/amazon-auth?success=true');
  await expect(page.getByRole('dialog', { name: 'Connecting Alexa' })).toContainText('can take a moment');
  await checkAppearances(page, widths);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'Connecting Alexa' })).toBeVisible();
  await checkAppearances(page, widths);
});

for (const step of ['allow', 'enable'] as const)
  test(`renders a reload during the step ${step}`, async ({ page, ana: _ }) => {
    await pretend(page, connecting({ step }));
    await page.goto('/amazon-auth');
    await expect(page.getByRole('link', { name: 'Continue on Amazon' })).toBeVisible();
    await checkAppearances(page, widths);
  });

test('renders a late Alexa with the offer to disable and enable the skill', async ({ page, ana: _ }) => {
  await pretend(page, connecting({ late: true, maySwitchOffAndOn: true }));
  await page.goto('/amazon-auth');
  await expect(page.getByRole('link', { name: 'Disable and enable the skill' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the skill page' })).toBeVisible();
  await checkAppearances(page, widths);
});

test('renders a late Alexa with the link to continue on Amazon', async ({ page, ana: _ }) => {
  await pretend(page, connecting({ late: true }));
  await page.goto('/amazon-auth?success=true');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Continue on Amazon' })).toBeVisible();
  await checkAppearances(page, widths);
});

test('renders a page of an earlier session', async ({ page, ana: _ }) => {
  await pretend(page, revoked);
  await page.goto('/amazon-auth?error=request.pageOutdated');
  await expect(page.getByRole('alert').getByRole('link', { name: 'Try again' })).toBeVisible();
  await checkAppearances(page, widths);
});

for (const [name, amazon] of [
  ...connectingProblems.map((problem) => [problem, endedWith(problem)] as const),
  ['a declined consent after we disabled the skill', { ...endedWith('amazon.allowDeclined'), isOff: true }],
  ['a refusal of Amazon after we disabled the skill', { ...endedWith('amazon.enablementRefused'), isOff: true }],
  [
    'an outage in which we may have disabled the skill',
    { ...endedWith('amazon.enablementUnavailable'), mayBeOff: true },
  ],
] as const)
  test(`renders a connection attempt that ended with ${name}, in its dialog and on its card`, async ({
    page,
    ana: _,
  }) => {
    await pretend(page, amazon);
    await page.goto('/amazon-auth?success=true');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await checkAppearances(page, widths);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await checkAppearances(page, widths);
  });

test('renders a relink that changed nothing', async ({ page, ana: _ }) => {
  await pretend(page, { ...revoked, mend: 'reinstall' });
  await page.goto('/amazon-auth?error=amazon.reinstallSkill');
  await expect(page.getByRole('dialog', { name: 'Disable and enable the skill' })).toBeVisible();
  await checkAppearances(page, widths);
});

test('renders a skill that Alexa does not know, with reason and date', async ({ page, ana: _ }) => {
  const { revokedAt } = revoked;
  await pretend(page, { ...linked, reason: 'amazon.skillNotFound', ...(revokedAt !== undefined && { revokedAt }) });
  await page.goto('/amazon-auth');
  await expect(page.getByRole('main').getByRole('link', { name: 'Reconnect account' })).toBeVisible();
  await checkAppearances(page, widths);
});

for (const fix of ['reconnect', 'reinstall'] as const)
  test(`renders a disabled skill that needs to ${fix}, on every page and in its dialog`, async ({ page, ana: _ }) => {
    const name = { reconnect: 'Reconnect account', reinstall: 'Open the skill page' }[fix];
    await pretend(page, { ...revoked, mend: fix });
    await page.route('**/api/workspaces/*/findings', (route) => route.fulfill({ json: findingStates.ended }));
    for (const path of ['/amazon-auth', '/dashboard', '/triggers']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
      await checkAppearances(page, widths);
    }
    await page.getByRole('button', { name: 'Skill not activated' }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name })).toBeVisible();
    await checkAppearances(page, widths);
  });

test('renders the steps after Alexa rejected a run although the skill is active', async ({
  page,
  ana: _,
  pageErrors,
}) => {
  pageErrors.expect(/^409 POST \/api\/triggers\/[\w-]+\/execute$/);
  await pretend(page, active);
  await page.goto('/triggers');
  await openTurnedDown(page);
  await expect(page.getByRole('dialog', { name: 'Alexa refused the run' })).toBeVisible();
  await checkAppearances(page, widths);
});

test('renders the banner with its link and the page after the account was moved to another workspace', async ({
  page,
  ana: _,
}) => {
  await pretend(page, movedAway);
  await withoutAccount(page);
  await page.goto('/dashboard');
  const banner = page.getByRole('complementary', { name: /Amazon account moved to another workspace on/ });
  await expect(banner.getByRole('link', { name: 'Link an account' })).toBeVisible();
  await checkAppearances(page, widths);
  await page.goto('/amazon-auth');
  await expect(page.getByText(/Amazon account moved to another workspace on/).first()).toBeVisible();
  await checkAppearances(page, widths);
});

test('renders the known account above the connect button', async ({ page, ana: _ }) => {
  const email = 'maria.aparecida.de.albuquerque.cavalcanti@example.com';
  const nobody = { ...linked, name: null, email: null, createdAt: null, updatedAt: null, skill: 'notLinked' } as const;
  await pretend(page, { ...nobody, knownAccount: { email, source: 'signIn' } });
  await page.goto('/amazon-auth');
  await expect(page.getByRole('main')).toContainText(email);
  await expect(page.getByRole('link', { name: 'Connect Alexa' })).toBeVisible();
  await checkAppearances(page, widths);
});
