import type { Page } from '@playwright/test';

import type { ExecutionRecord } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { answers } from '#shared/rules/execution/receipts.ts';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { expect, test } from '../../browser/support/product-test.ts';

type Receipt = NonNullable<Trigger['receipt']>;

const longName = 'Luzes '.repeat(17).trim();
const now = (): string => new Date().toISOString();
const inAlexa = { state: 'inAlexa' } as const;

/** Replaces the list by triggers that have these receipts. */
async function pretend(page: Page, base: Trigger, receipts: Readonly<Record<string, Partial<Receipt>>>): Promise<void> {
  const json = Object.entries(receipts).map(([name, receipt], index): Trigger => {
    const whole = { since: now(), heard: 0, silent: 0, alexa: inAlexa, ...receipt };
    const id = index === 0 ? base.id : `${base.id}-${index}`;
    return { ...base, id, name, alexa: inAlexa, lastExecuted: now(), receipt: whole };
  });
  await page.route('/api/triggers', (route) => route.fulfill({ json }));
}

async function answerWith(page: Page, run: Partial<ExecutionRecord>): Promise<void> {
  const items = [{ id: 'e1', at: now(), channel: 'click', outcome: 'sent', ms: 120, stages: {}, ...run }];
  await page.route('**/api/triggers/*/executions*', (route) => route.fulfill({ json: { items } }));
}

const confirmed = { lastRanAt: now(), typicalMs: 2100 };

test('renders the answers of routines in the list', async ({ page, guest }) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Boa noite');
  if (!trigger) throw new Error('There is no trigger.');
  await pretend(page, trigger, {
    [longName]: { ...confirmed, answer: 'ran', ranMs: 2430 },
    'Boa noite': { ...confirmed, answer: 'none', silent: 12 },
    'Bom dia': {},
    'Hora do café': { ...confirmed, answer: 'awaited', outcome: 'unknown' },
    Portão: { ...confirmed, answer: 'shared' },
    Varanda: confirmed,
  });
  await page.goto('/triggers');
  await expect(page.getByText('The last 12 runs were not confirmed.')).toBeVisible();
  await checkAppearances(page);
});

test('renders the history of a confirming routine, and the confirmation before it stops', async ({ page, guest }) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Boa noite');
  if (!trigger) throw new Error('There is no trigger.');
  await pretend(page, trigger, { [longName]: { ...confirmed, answer: 'none', silent: 2 } });
  const run = { at: now(), channel: 'group', outcome: 'sent', ms: 140, stages: { send: 120 }, ranMs: 93_400 };
  const items = answers.map((answer) => ({ ...run, id: answer, answer }));
  await page.route('**/api/triggers/*/executions*', (route) => route.fulfill({ json: { items } }));
  await page.goto(`/triggers?runs=${trigger.id}`);
  const drawer = page.getByRole('dialog', { name: 'Run history' });
  await expect(drawer.getByText('Ran after 93.4 s')).toBeVisible();
  await checkAppearances(page);
  await drawer.getByRole('switch', { name: 'Confirm that it ran' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await checkAppearances(page);
  await page.unroute('/api/triggers');
  await page.goto(`/triggers?runs=${trigger.id}`);
  await expect(drawer.getByRole('switch')).not.toBeChecked();
  await checkAppearances(page);
});

test('renders the chart with runs of every kind', async ({ page, guest }) => {
  await guest.signIn();
  await guest.settle('Boa noite');
  const days = Array.from({ length: 14 }, (_, index) => ({
    day: new Date(Date.now() - (13 - index) * 86_400_000).toISOString().slice(0, 10),
    sent: index * 5,
    ran: index * 2,
    awaited: index === 13 ? 2 : 0,
    unanswered: index % 3,
    shared: index % 2,
    maybe: index % 4,
    failed: index % 3,
  }));
  await page.route('**/api/executions/daily', (route) => route.fulfill({ json: days }));
  await page.goto('/dashboard');
  await expect(page.getByText('Maybe sent').first()).toBeVisible();
  await checkAppearances(page);
});

test('renders the steps to confirmation for every state of Alexa and the routine', async ({ page, guest }) => {
  test.slow();
  await guest.signIn();
  const [trigger] = await guest.settle('Boa noite');
  if (!trigger) throw new Error('There is no trigger.');
  const steps = page.getByRole('dialog', { name: /^Confirm that/ });
  const open = async (receipt: Partial<Receipt>) => {
    await pretend(page, trigger, { [longName]: receipt });
    await page.goto('/triggers');
    await page.getByRole('button', { name: /^Set up confirmation/ }).click();
    await expect(steps.getByRole('button', { name: 'Test now' })).toBeVisible();
  };
  for (const alexa of [
    { state: 'waiting' },
    { state: 'failed', reason: 'alexa.deviceLeftOut' },
    { state: 'skillOff' },
  ] as const) {
    await open({ alexa });
    await checkAppearances(page, { axe: [360] });
  }
  const reply = { success: true, message: '', outcome: 'sent', executionId: 'e1', ms: 120 };
  await page.route('**/api/triggers/*/execute', (route) => route.fulfill({ json: reply }));
  await open({});
  for (const [answer, ranMs, words] of [
    ['awaited', undefined, 'Waiting for the routine to answer'],
    ['none', undefined, 'What to check:'],
    ['shared', undefined, 'we cannot tell'],
    ['ran', 2430, 'It works.'],
  ] as const) {
    await answerWith(page, { answer, ...(ranMs !== undefined && { ranMs }) });
    await steps.getByRole('button', { name: /^Test/ }).click();
    await expect(steps).toContainText(words);
    if (answer !== 'awaited') await checkAppearances(page);
  }
});
