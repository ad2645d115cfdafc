import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';
import { choose, moreButton, runButton } from '../../browser/support/trigger-row.ts';

const longName = 'Luzes '.repeat(17).trim();

test('renders the triggers of a home with everything set up', async ({ page, ana: _ }) => {
  await page.goto('/triggers');
  await expect(page.getByRole('row')).toHaveCount(6);
  await checkAppearances(page);
});

test('renders a search without matches', async ({ page, ana: _ }) => {
  await page.goto('/triggers?q=nothing');
  await expect(page.getByText('No trigger matches “nothing”')).toBeVisible();
  await checkAppearances(page);
});

test('renders the run history', async ({ page, ana: _ }) => {
  await page.goto('/triggers');
  await choose(page, 'Boa noite', 'History');
  await expect(page.getByRole('dialog', { name: 'Run history' }).getByRole('listitem').first()).toContainText(
    'Ran after',
  );
  await checkAppearances(page);
  await page.keyboard.press('Escape');
  await choose(page, 'Luz da varanda', 'History');
  await expect(page.getByText('No runs yet')).toBeVisible();
  await checkAppearances(page);
});

test('renders a run history with every failure, with a filter that matches nothing, and one that does not load', async ({
  page,
  pageErrors,
  guest,
}) => {
  pageErrors.expect(/^503 GET \/api\/triggers\//);
  await guest.signIn('W'.repeat(110));
  await guest.linkAmazon();
  const trigger = await guest.addTrigger(longName);
  await guest.switchOff(trigger);
  const at = new Date().toISOString();
  const stages = { arrival: 15, read: 12, claim: 8, token: 240, send: 1_240 };
  const who = 'N'.repeat(60);
  const items = outcomeNames.map((outcome) => ({ id: outcome, at, channel: 'group', outcome, who, ms: 1_500, stages }));
  let answer: { status: number; json: unknown } = { status: 200, json: { items, cursor: 'more' } };
  await page.route('**/api/triggers/*/executions*', (route) => route.fulfill(answer));
  await page.goto(`/triggers?runs=${trigger.id}`);
  const drawer = page.getByRole('dialog', { name: 'Run history' });
  await expect(drawer.getByRole('link', { name: /^(Connect Alexa|Activate skill)/ })).toHaveCount(4);
  await expect(drawer.getByRole('link', { name: 'View plans' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Switch on' }).first()).toBeVisible();
  await checkAppearances(page);
  answer = { status: 503, json: { error: 'busy', errorKey: 'server.busy' } };
  await drawer.getByRole('button', { name: 'Load more' }).click();
  await expect(drawer.getByRole('alert')).toBeVisible();
  await checkAppearances(page, { axe: [360] });
  answer = { status: 200, json: { items: [], cursor: 'more' } };
  await page.goto(`/triggers?runs=${trigger.id}&channel=voice`);
  await expect(drawer.getByText('No runs match')).toBeVisible();
  await checkAppearances(page);
});

test('renders the dialogs of a trigger, with errors', async ({ page, pageErrors, ana: _ }) => {
  pageErrors.expect(/^409 PATCH \/api\/triggers\//);
  await page.goto('/triggers');
  await page.getByRole('button', { name: 'Create trigger' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('a');
  await page.getByRole('dialog').getByRole('button', { name: 'Create trigger' }).click();
  await expect(page.getByText('Name must have at least 3 characters')).toBeVisible();
  await checkAppearances(page);
  await page.keyboard.press('Escape');
  await choose(page, 'Boa noite', 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('Hora do café');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A trigger with this name already exists.')).toBeVisible();
  await checkAppearances(page);
});

test('renders the confirmations before a deletion and a new secret', async ({ page, ana: _ }) => {
  await page.goto('/triggers');
  await choose(page, 'Boa noite', 'Delete');
  await expect(page.getByRole('alertdialog', { name: 'Delete “Boa noite”?' })).toBeVisible();
  await checkAppearances(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Replace secret' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Replace the webhook secret?' })).toBeVisible();
  await checkAppearances(page);
});

test('renders the first trigger, from the empty page to the dialog that explains it', async ({ page, guest }) => {
  await guest.signIn();
  await guest.linkAmazon();
  await page.goto('/triggers');
  await expect(page.getByText('No triggers yet')).toBeVisible();
  await checkAppearances(page);
  await page.getByRole('main').getByRole('button', { name: 'Create trigger' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(longName);
  await page.getByRole('dialog').getByRole('button', { name: 'Create trigger' }).click();
  await expect(page.getByRole('dialog', { name: 'is ready' })).toContainText('Activate the skill first');
  await checkAppearances(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Use in other apps' }).click();
  await expect(page.getByRole('menuitem', { name: 'Python' })).toBeVisible();
  await checkAppearances(page, { axe: [1280] });
  await page.getByRole('menuitem', { name: 'Python' }).click();
  await expect(page.getByRole('tabpanel').getByRole('figure')).toBeVisible();
  await checkAppearances(page);
});

test('renders the triggers page without an Amazon account, and explains what is missing', async ({ page, guest }) => {
  await guest.signIn();
  await page.goto('/triggers');
  await expect(page.getByText('Link your Amazon account first')).toBeVisible();
  await page.getByRole('button', { name: 'Create trigger' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Link an Amazon account to create triggers.');
  await checkAppearances(page);
});

const endless = 'X'.repeat(110);

test('renders many triggers with long names', async ({ page, guest }) => {
  await guest.signIn('W'.repeat(110));
  await guest.settle(longName, endless, ...Array.from({ length: 9 }, (_, at) => `Light ${at}`));
  await page.goto('/triggers');
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await checkAppearances(page);
});

test('renders a very long name in every place', async ({ page, guest }) => {
  await guest.signIn('W'.repeat(110));
  await guest.settle(endless);
  await guest.addTrigger('Described', 'Word'.repeat(70));
  await page.goto('/triggers');
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await checkAppearances(page);
  await page.getByRole('button', { name: 'Workspace WWW' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'WWW' })).toBeVisible();
  await checkAppearances(page, { layout: [1280], axe: [] });
  await page.keyboard.press('Escape');
  await choose(page, endless, 'Delete');
  await expect(page.getByRole('alertdialog')).toContainText(endless);
  await checkAppearances(page, { axe: [] });
  await page.keyboard.press('Escape');
  await choose(page, endless, 'History');
  await expect(page.getByText('No runs yet')).toBeVisible();
  await checkAppearances(page, { axe: [] });
  await page.keyboard.press('Escape');
  await runButton(page, endless).click();
  await expect(toastOf(page)).toContainText('Sent to Alexa');
  await toastOf(page).hover();
  await checkAppearances(page, { axe: [] });
});

test('renders the toasts of a sent and of a failed run', async ({ page, guest }) => {
  await guest.signIn();
  await guest.settle('Good night');
  await page.goto('/triggers');
  await runButton(page, 'Good night').click();
  await expect(toastOf(page)).toContainText('Sent to Alexa');
  await toastOf(page).hover();
  await checkAppearances(page);
  await page.getByRole('switch', { name: 'Good night is on' }).click();
  await expect(page.getByRole('switch')).not.toBeChecked();
  await runButton(page, 'Good night').click();
  await expect(toastOf(page)).toContainText('This trigger is switched off.');
  await toastOf(page).hover();
  await checkAppearances(page);
});

test('renders an address to copy by hand', async ({ page, ana: _ }) => {
  await page.goto('/triggers');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await choose(page, 'Boa noite', 'Copy webhook URL');
  await expect(page.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue(/\/prod\/trigger\/.*token=/);
  await checkAppearances(page);
});

test('renders the snippets for other apps, from the menu to each of them', async ({ page, ana: _ }) => {
  test.slow();
  await page.goto('/triggers');
  await moreButton(page, 'Boa noite').click();
  const entry = page.getByRole('menuitem', { name: 'Use in other apps' });
  await expect(entry).toBeVisible();
  await checkAppearances(page);
  await entry.click();
  const panel = page.getByRole('tabpanel');
  for (const [kind, blocks] of [
    ['curl', 1],
    ['JavaScript', 1],
    ['Python', 1],
    ['Home Assistant', 2],
    ['Apple Shortcuts', 2],
  ] as const) {
    await page.getByRole('tab', { name: kind }).click();
    await expect(panel.getByRole('figure')).toHaveCount(blocks);
    await checkAppearances(page);
  }
});

test('renders a text to copy by hand, and a very long name in another app', async ({ page, guest }) => {
  await guest.signIn();
  await guest.settle(endless);
  await page.goto('/triggers');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await choose(page, endless, 'Use in other apps');
  await page.getByRole('tab', { name: 'Home Assistant' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(`_${endless.toLowerCase()}`);
  await checkAppearances(page, { axe: [] });
  await page.getByRole('button', { name: 'Copy configuration.yaml' }).click();
  await expect(page.getByRole('textbox', { name: 'Text to copy' })).toHaveValue(/^rest_command:/);
  await checkAppearances(page);
});
