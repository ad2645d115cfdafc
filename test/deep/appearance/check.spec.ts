import type { Page } from '@playwright/test';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { stepNames, type StepName } from '#shared/rules/execution/step-names.ts';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { expect, test } from '../../browser/support/product-test.ts';

type Told = { state: string; errorKey?: string; ms?: number; device?: string };

async function pretend(page: Page, changes: Partial<Record<StepName, Told>>): Promise<void> {
  const steps = stepNames.map((step) => ({ step, state: 'ok', ...changes[step] }));
  await page.route('**/api/triggers/*/check', (route) => route.fulfill({ json: { steps } }));
}

const open = async (page: Page) => {
  await page.goto('/triggers');
  await page.getByRole('button', { name: /^More actions for / }).click();
  await page.getByRole('menuitem', { name: 'Check', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Check / });
  await expect(dialog.getByRole('listitem')).toHaveCount(stepNames.length);
  return dialog;
};

const unknown = { state: 'unknown' };

test('renders every result of a check', async ({ page, guest }) => {
  test.slow();
  await guest.signIn();
  const [trigger] = await guest.settle('Boa noite');
  if (!trigger) throw new Error('There is no trigger.');
  const longName = 'Luzes '.repeat(17).trim();
  const json: Trigger[] = [{ ...trigger, name: longName }];
  await page.route('/api/triggers', (route) => route.fulfill({ json }));
  await pretend(page, { token: { state: 'ok', ms: 3 }, event: { state: 'ok', ms: 1_240 }, routine: unknown });
  await expect(await open(page)).toContainText('No problems found.');
  await checkAppearances(page);
  await pretend(page, {
    workspace: { state: 'failed', errorKey: 'workspace.inactive' },
    plan: { state: 'failed', errorKey: 'workspace.planRequired' },
    account: { state: 'failed', errorKey: 'amazon.notLinked' },
    switchedOn: { state: 'failed', errorKey: 'trigger.disabled' },
    rate: { state: 'failed', errorKey: 'trigger.loop' },
    permission: { state: 'failed', errorKey: 'amazon.reinstallSkill' },
    token: { state: 'failed', errorKey: 'alexa.unavailable', ms: 3_000 },
    device: { state: 'failed', errorKey: 'alexa.deviceLeftOut', device: `${longName} ok` },
    event: unknown,
    routine: { state: 'failed' },
  });
  await expect(await open(page)).toContainText('6 problems found.');
  await checkAppearances(page);
  await pretend(page, { device: { state: 'waiting' }, event: { state: 'ok', ms: 240 }, routine: { state: 'waiting' } });
  await expect(await open(page)).toContainText('We are waiting for the routine to confirm');
  await checkAppearances(page, { axe: [360] });
  await pretend(page, { routine: { state: 'failed', errorKey: 'alexa.unknownOutcome' } });
  await expect(await open(page)).toContainText('1 step needs attention.');
  await checkAppearances(page, { axe: [360] });
});
