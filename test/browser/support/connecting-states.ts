import type { Page } from '@playwright/test';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Findings } from '#shared/contracts/findings.ts';
import { type ConnectingProblem, connectingProblems, helpAfter } from '#shared/rules/connecting-problems.ts';

const at = '2026-11-22T10:00:00.000Z';

const linked: AmazonAuth = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  createdAt: at,
  updatedAt: at,
  expiresDate: null,
  expiresIn: null,
  skill: 'notEnabled',
  mend: 'reconnect',
};

const connecting = (more: Partial<NonNullable<AmazonAuth['connecting']>>): AmazonAuth => ({
  ...linked,
  connecting: { since: at, step: 'grant', ...more },
});

const { mend: _, ...account } = linked;
const nobody: AmazonAuth = {
  ...account,
  name: null,
  email: null,
  createdAt: null,
  updatedAt: null,
  skill: 'notLinked',
};

const revoked: AmazonAuth = { ...linked, skill: 'revoked', reason: 'amazon.skillDisabled', revokedAt: at };

export const movedAway: AmazonAuth = { ...nobody, movedAwayAt: at };

/** Expires long after any run of the screenshots. */
export const active: AmazonAuth = {
  ...account,
  skill: 'active',
  expiresDate: '2099-11-22T11:00:00.000Z',
  expiresIn: 3600,
  grantedAt: at,
};

/** Mocks the other replies of a workspace without an Amazon account. */
export async function withoutAccount(page: Page): Promise<void> {
  await page.route('**/api/workspaces/*/findings', (route) =>
    route.fulfill({ json: { state: 'unset', findings: [] } satisfies Findings }),
  );
  await page.route('**/api/triggers', (route) => route.fulfill({ json: [] }));
}

/**
 * On the triggers page, starts a run that Alexa rejects although the skill shows as active, and opens the steps to fix
 * it.
 */
export async function openTurnedDown(page: Page): Promise<void> {
  const json = {
    error: 'Disable and enable the skill in the Alexa app, then try again.',
    errorKey: 'amazon.reinstallSkill',
  };
  await page.route('**/api/triggers/*/execute', (route) => route.fulfill({ status: 409, json }));
  await page
    .getByRole('button', { name: /^(Run|Executar|Ejecutar) / })
    .first()
    .click();
  await page.getByRole('button', { name: /^(Show how|Ver como|Ver cómo)$/ }).click();
  await page.getByRole('dialog').waitFor();
  await page.unroute('**/api/triggers/*/execute');
}

const path = '/amazon-auth';
const inUse = `${path}?error=amazonAuth.accountInUseModal.title&isCurrentUserWorkspace=false`;

type State = {
  name: string;
  amazon: AmazonAuth;
  path: string;
  before?: (page: Page) => Promise<void>;
  after?: (page: Page) => Promise<void>;
};

const arrived = (name: string, amazon: AmazonAuth): State => ({ name, amazon, path: `${path}?success=true` });
const onPage = (name: string, amazon: AmazonAuth): State => ({ name, amazon, path });

/** A connection attempt that ended with `problem`, and the fix that the server then reports. */
export const endedWith = (problem: ConnectingProblem): AmazonAuth => ({
  ...connecting({ step: 'allow', problem }),
  mend: helpAfter(problem) === 'byHand' ? 'reinstall' : 'reconnect',
});

/** States that the app shows only for seconds, or after a provider fails. */
export const connectingStates: readonly State[] = [
  onPage('allow', connecting({ step: 'allow' })),
  onPage('enable', connecting({ step: 'enable' })),
  arrived('grant', connecting({})),
  arrived('enabled', connecting({ isEnabled: true })),
  arrived('late', connecting({ late: true })),
  onPage('late-on', connecting({ late: true, maySwitchOffAndOn: true })),
  ...connectingProblems.map((problem) => arrived(problem.replace('amazon.', ''), endedWith(problem))),
  onPage('known', { ...nobody, knownAccount: { email: 'ana@example.com', source: 'signIn' } }),
  arrived('is-off', { ...connecting({ step: 'allow', problem: 'amazon.allowDeclined' }), isOff: true }),
  arrived('may-be-off', { ...connecting({ step: 'allow', problem: 'amazon.enablementUnavailable' }), mayBeOff: true }),
  arrived('refused-off', { ...endedWith('amazon.enablementRefused'), isOff: true }),
  onPage('off', { ...revoked, isOff: true }),
  onPage('off-by-hand', { ...revoked, reason: 'amazon.accessEnded', mend: 'reinstall', isOff: true }),
  onPage('not-found', { ...linked, reason: 'amazon.skillNotFound', revokedAt: at }),
  onPage('revoked', revoked),
  { name: 'reinstall', amazon: { ...revoked, mend: 'reinstall' }, path: `${path}?error=amazon.reinstallSkill` },
  {
    name: 'reinstall-off',
    amazon: { ...revoked, reason: 'amazon.accessEnded', mend: 'reinstall', isOff: true },
    path: `${path}?error=amazon.reinstallSkill`,
  },
  { name: 'page-outdated', amazon: revoked, path: `${path}?error=request.pageOutdated` },
  onPage('moved-away', movedAway),
  { name: 'moved-away-dashboard', amazon: movedAway, path: '/dashboard', before: withoutAccount },
  { name: 'turned-down', amazon: active, path: '/triggers', after: openTurnedDown },
  { name: 'in-use', amazon: nobody, path: inUse },
  {
    name: 'move',
    amazon: nobody,
    path: inUse,
    after: async (shown) => {
      await shown
        .getByRole('dialog')
        .getByRole('button', { name: /Move it here|Mover/ })
        .click();
      await shown.getByRole('alertdialog').waitFor();
    },
  },
];
