import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useSkillDialogOpen } from '#web/features/skill/skill-dialog-state.ts';
import { aLinkedGroup } from '#web/testing/a-number.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { aFinding } from '#web/testing/findings.ts';
import { anAccount, anasServer, aTrigger, findingsCall, theFindings } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { subscriptionCall } from '#web/testing/subscription-server.ts';

import { DashboardPage } from './dashboard-page.tsx';

type Progress = {
  skill?: 'active' | 'notEnabled' | 'notLinked';
  triggers?: readonly Trigger[];
  groups?: number;
  status?: string;
};

const idle = aTrigger({ name: 'Good night' });
const ran = aTrigger({ name: 'Good night', lastExecuted: '2026-03-04T10:00:00.000Z' });
const group = aLinkedGroup(1, 'Família');

const anaAt = ({ skill = 'active', triggers = [ran], groups = 0, status = 'inactive' }: Progress) =>
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': { json: anAccount(skill) },
    'GET /api/triggers': { json: triggers },
    'GET /api/whatsapp-groups': { json: groups > 0 ? [group] : [] },
    [subscriptionCall]: { json: aSubscription(status) },
    ...(skill !== 'active' && { [findingsCall]: { json: theFindings([], { state: 'unset' }) } }),
  });

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(DashboardPage, { at: '/dashboard', language });
const list = () => screen.findByRole('region', { name: 'First steps' });
const cards = () => screen.findByRole('link', { name: /Total triggers\s*\d/ });
const hideCall = 'POST /api/workspaces/4711/hide-first-steps';

describe('first steps', () => {
  test('end with a test on a stage without gateways', async () => {
    anaAt({ triggers: [idle] });
    await showPage(DashboardPage, { at: '/dashboard', config: { hasWhatsapp: false } });
    const steps = await list();
    expect(within(steps).getByText('3 of 4 done')).toBeVisible();
    expect(within(steps).queryByText('Add WhatsApp')).toBeNull();
  });

  test.each([
    { at: { skill: 'notLinked', triggers: [] }, done: 0, next: 'Link your Amazon account', to: '/amazon-auth' },
    { at: { triggers: [] }, done: 2, next: 'Create your first trigger', to: '/triggers?create' },
    { at: { triggers: [idle] }, done: 3, next: 'Test it', to: '/triggers' },
    { at: {}, done: 4, next: 'Add WhatsApp', to: '/whatsapp' },
  ] as const)('shows $done of 5 done and “$next” as the next step', async ({ at, done, next, to }) => {
    anaAt(at);
    await show();
    const steps = await list();
    expect(within(steps).getByText(`${done} of 5 done`)).toBeVisible();
    const rows = within(steps).getAllByRole('listitem');
    expect(rows).toHaveLength(5);
    expect(rows.map((row) => row.textContent?.startsWith('Done:'))).toEqual(rows.map((_, index) => index < done));
    const current = rows.find((row) => row.getAttribute('aria-current') === 'step');
    expect(current).toBe(rows[done]);
    expect(within(steps).getByRole('heading', { level: 3, name: next })).toBeVisible();
    expect(within(steps).getByRole('link')).toHaveAttribute('href', to);
  });

  test('opens the skill dialog, and still prompts for the first trigger', async () => {
    anaAt({ skill: 'notEnabled', triggers: [] });
    const Page = () => (
      <>
        <DashboardPage />
        {useSkillDialogOpen() && <p>The dialog is open</p>}
      </>
    );
    const user = await showPage(Page, { at: '/dashboard' });
    const steps = await list();
    expect(within(steps).getByText('1 of 5 done')).toBeVisible();
    const [, skill, trigger] = within(steps).getAllByRole('listitem');
    expect(skill).toHaveAttribute('aria-current', 'step');
    expect(trigger).not.toHaveAttribute('aria-current');
    expect(within(steps).getByRole('link', { name: 'Create trigger' })).toHaveAttribute('href', '/triggers?create');
    expect(screen.queryByRole('region', { name: 'Alexa skill' })).toBeNull();
    expect(skill).toHaveTextContent('Alexa skill: not activated');
    expect(skill).toHaveTextContent('You only need to do this once.');
    await user.click(await within(steps).findByRole('link', { name: /^Activate skill/ }));
    expect(screen.getByText('The dialog is open')).toBeVisible();
  });

  test('prompts only once for the same step', async () => {
    anaAt({ skill: 'notLinked', triggers: [] });
    await show();
    await list();
    expect(screen.getAllByRole('link', { name: 'Link account' })).toHaveLength(1);
    expect(screen.getAllByRole('heading', { name: 'Link your Amazon account' })).toHaveLength(1);
  });

  test.each([
    { status: 'inactive', words: /^Your free plan is set up/, pro: 1 },
    { status: 'active', words: /^Connect a number and choose a group/, pro: 0 },
  ])('describes WhatsApp for a subscription that is $status', async ({ status, words, pro }) => {
    anaAt({ status });
    await show();
    const steps = await list();
    expect(within(steps).getByText(words)).toBeVisible();
    expect(within(steps).queryAllByText('Pro')).toHaveLength(pro);
  });

  test('counts an ended skill as activated, because the card above shows the problem', async () => {
    const server = anaAt({});
    server.answer('GET /api/amazon-auth', { json: anAccount('revoked', { mend: 'reconnect' }) });
    server.answer(findingsCall, { json: theFindings([aFinding('grantEnded')]) });
    await show();
    expect(within(await list()).getByText('4 of 5 done')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Reconnect account' })).toHaveLength(1);
  });

  test('can be hidden for workspace and user once only WhatsApp is left', async () => {
    const server = anaAt({ triggers: [idle] });
    let hidden: number[] = [];
    const { json: ana } = anasServer()['GET /api/auth/user'];
    server.answer('GET /api/auth/user', () => ({ json: { ...ana, firstStepsHidden: hidden } }));
    server.answer(hideCall, () => {
      hidden = [4711];
      return {};
    });
    await show();
    await list();
    expect(screen.queryByRole('button', { name: 'Hide this list' })).toBeNull();
    server.answer('GET /api/triggers', { json: [ran] });
    cleanup();
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Hide this list' }));
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await waitFor(() => expect(server.sent(hideCall)).toHaveLength(1));
    cleanup();
    localStorage.clear();
    await show();
    await cards();
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  test('shows the steps again with the reason when hiding them fails', async () => {
    const server = anaAt({});
    server.answer(hideCall, errorReply(503, 'server.busy'));
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Hide this list' }));
    expect(await screen.findByText('We could not access our data.', { exact: false })).toBeVisible();
    expect(await list()).toBeVisible();
  });

  test('keeps the prompt for a missing step when the list is hidden', async () => {
    const server = anaAt({ skill: 'notLinked', triggers: [] });
    const { json: ana } = anasServer()['GET /api/auth/user'];
    server.answer('GET /api/auth/user', { json: { ...ana, firstStepsHidden: [4711] } });
    await show();
    expect(await screen.findByRole('link', { name: 'Link account' })).toHaveAttribute('href', '/amazon-auth');
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  test('shows no steps in a settled workspace, even while its skill is disabled', async () => {
    anaAt({ skill: 'notEnabled', groups: 1 });
    await show();
    await cards();
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  test('hides the steps permanently after the last one is done', async () => {
    const server = anaAt({ groups: 1 });
    server.answer(hideCall, {});
    await show();
    await cards();
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
    await waitFor(() => expect(server.sent(hideCall)).not.toEqual([]));
    const { json: ana } = anasServer()['GET /api/auth/user'];
    server.answer('GET /api/auth/user', { json: { ...ana, firstStepsHidden: [4711] } });
    server.answer('GET /api/whatsapp-groups', { json: [] });
    cleanup();
    await show();
    await cards();
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  test.each(['/api/amazon-auth', '/api/triggers', '/api/whatsapp-groups', subscriptionCall.slice(4)])(
    'shows at most the tiles before %s is loaded, so that nothing moves',
    async (path) => {
      let give = () => {};
      const late = new Promise<void>((resolve) => {
        give = resolve;
      });
      const server = anaAt({ triggers: [idle] });
      const answers: Record<string, unknown> = {
        '/api/amazon-auth': anAccount('active'),
        '/api/triggers': [idle],
        '/api/whatsapp-groups': [],
      };
      server.answer(`GET ${path}`, async () => {
        await late;
        return { json: answers[path] ?? aSubscription('inactive') };
      });
      await show();
      await waitFor(() => expect(server.sent(`GET ${path}`)).not.toEqual([]));
      await waitFor(() => expect(headings()).toEqual(path === '/api/triggers' ? [] : ['Run']));
      expect(screen.getByText('Loading...')).toBeVisible();
      give();
      expect(await list()).toBeVisible();
    },
  );

  test.each(['/api/amazon-auth', '/api/triggers', '/api/whatsapp-groups'])(
    'shows no card before %s is loaded, even if the steps are hidden',
    async (path) => {
      const { promise: late, resolve: give } = Promise.withResolvers<void>();
      const server = anaAt({ groups: 1 });
      const { json: ana } = anasServer()['GET /api/auth/user'];
      server.answer('GET /api/auth/user', { json: { ...ana, firstStepsHidden: [4711] } });
      const answers: Record<string, unknown> = {
        '/api/amazon-auth': anAccount('active'),
        '/api/triggers': [ran],
        '/api/whatsapp-groups': [group],
      };
      server.answer(`GET ${path}`, async () => {
        await late;
        return { json: answers[path] };
      });
      await show();
      await waitFor(() => expect(server.sent(`GET ${path}`)).not.toEqual([]));
      await waitFor(() => expect(server.sent(findingsCall)).not.toEqual([]));
      await waitFor(() => expect(headings()).toEqual(path === '/api/triggers' ? [] : ['Run']));
      give();
      await cards();
      expect(await screen.findByRole('combobox', { name: 'Run a trigger when we find a problem' })).toBeVisible();
    },
  );

  const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  test('shows the prompt but no steps when a read fails', async () => {
    const server = anaAt({ triggers: [] });
    server.answer('GET /api/whatsapp-groups', errorReply(503, 'server.busy'));
    await show();
    expect(await screen.findByRole('link', { name: 'Create trigger' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  test.each(['pt', 'es'] as const)('shows no English text in %s', async (language) => {
    anaAt({});
    await show(language);
    const name = { pt: 'Primeiros passos', es: 'Primeros pasos' }[language];
    expect(await screen.findByRole('region', { name })).not.toHaveTextContent(/\b(done|Done|Set up|Hide)\b/);
  });
});

test('completes the test step when the trigger ran elsewhere and the user returns', async () => {
  const server = anaAt({ triggers: [idle] });
  const Leaving = () => {
    const [here, come] = useState(true);
    return (
      <>
        <button onClick={() => come(!here)} type="button">
          Come and go
        </button>
        {here && <DashboardPage />}
      </>
    );
  };
  const user = await showPage(Leaving, { at: '/dashboard' });
  expect(within(await list()).getByText('3 of 5 done')).toBeVisible();
  server.answer('GET /api/triggers', { json: [ran] });
  await user.click(screen.getByRole('button', { name: 'Come and go' }));
  await user.click(screen.getByRole('button', { name: 'Come and go' }));
  expect(await screen.findByText('4 of 5 done')).toBeVisible();
});
