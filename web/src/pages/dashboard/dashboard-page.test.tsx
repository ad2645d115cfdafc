import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { aLinkedGroup } from '#web/testing/a-number.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { aFinding } from '#web/testing/findings.ts';
import {
  anAccount,
  anasServer,
  aSwitchedOffSkill,
  aTrigger,
  findingsCall,
  home,
  theFindings,
} from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { DashboardPage } from './dashboard-page.tsx';

afterEach(() => localStorage.clear());

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(DashboardPage, { at: '/dashboard', language });

test(
  'counts triggers, active triggers, groups and Amazon accounts in cards that link to their pages',
  { tags: ['spec-62.1', 'spec-62.2'] },
  async () => {
    aServer({
      ...anasServer(),
      'GET /api/triggers': {
        json: [aTrigger({ name: 'One' }), aTrigger({ name: 'Two' }), aTrigger({ name: 'Three', enabled: false })],
      },
      'GET /api/whatsapp-groups': { json: [aLinkedGroup(1, 'Família'), aLinkedGroup(2, 'Praia')] },
    });
    await show();
    expect(await screen.findByRole('link', { name: /Total triggers\s*3\s*2 active/ })).toHaveAttribute(
      'href',
      '/triggers',
    );
    expect(await screen.findByRole('link', { name: /WhatsApp groups\s*2\s*Can run your triggers/ })).toHaveAttribute(
      'href',
      '/whatsapp',
    );
    expect(await screen.findByRole('link', { name: /Amazon accounts\s*1\s*ana@example\.com/ })).toHaveAttribute(
      'href',
      '/amazon-auth',
    );
  },
);

test(
  'shows zero accounts and prompts to link one when no account is linked',
  { tags: ['spec-62.1', 'spec-63.1'] },
  async () => {
    aServer({
      ...anasServer(),
      'GET /api/amazon-auth': { json: anAccount('notLinked') },
      'GET /api/triggers': { json: [] },
    });
    await show();
    expect(await screen.findByRole('link', { name: /Amazon accounts\s*0/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Link account' })).toHaveAttribute('href', '/amazon-auth');
    expect(screen.queryByRole('link', { name: 'Create trigger' })).toBeNull();
  },
);

test('prompts to create a trigger when there is an account but no trigger', { tags: 'spec-63.2' }, async () => {
  aServer({ ...anasServer(), 'GET /api/triggers': { json: [] } });
  await show();
  expect(await screen.findByRole('link', { name: 'Create trigger' })).toHaveAttribute('href', '/triggers?create');
});

test('shows no prompt when there is an account and a trigger', { tags: ['spec-63.1', 'spec-63.2'] }, async () => {
  aServer(anasServer());
  await show();
  await screen.findByRole('link', { name: /Total triggers\s*1/ });
  expect(screen.queryByRole('link', { name: 'Create trigger' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Link account' })).toBeNull();
});

const toAmazon = /^\/api\/auth\/amazon\?workspace=4711&force_login=true&timestamp=/;
const toStore = /^https:\/\/www\.amazon\.com\/dp\//;
const unset = { [findingsCall]: { json: theFindings([], { state: 'unset' }) } };
const ended = { [findingsCall]: { json: theFindings([aFinding('grantEnded')]) } };

/** Past the first steps, so that they are not shown. */
const settled = {
  ...anasServer(),
  'GET /api/triggers': { json: [aTrigger({ name: 'Good night', lastExecuted: '2026-03-04T10:00:00.000Z' })] },
  'GET /api/whatsapp-groups': { json: [aLinkedGroup(1, 'Família')] },
};

test.each([
  ['reconnect', 'Connect Alexa', toAmazon],
  ['reinstall', /^Activate skill/, toStore],
] as const)(
  'shows a skill that was never enabled as not active, with one button to %s',
  { tags: 'spec-61.1' },
  async (mend, button, to) => {
    aServer({ ...settled, ...unset, 'GET /api/amazon-auth': { json: anAccount('notEnabled', { mend }) } });
    await show();
    const card = await screen.findByRole('region', { name: 'Alexa skill' });
    expect(await within(card).findByText('Not activated')).toBeVisible();
    expect(await within(card).findByRole('link', { name: button })).toHaveAttribute('href', expect.stringMatching(to));
    expect(within(card).getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByText(/Everything works|No problem found/)).toBeNull();
  },
);

test.each([
  ['reconnect', 'Reconnect account', toAmazon],
  ['reinstall', /^Open the skill page/, toStore],
] as const)(
  'shows an ended skill once, as a problem, with one button to %s',
  { tags: 'spec-61.1' },
  async (mend, button, to) => {
    aServer({ ...settled, ...ended, 'GET /api/amazon-auth': { json: anAccount('revoked', { mend }) } });
    await show();
    const card = await screen.findByRole('region', { name: '1 problem' });
    expect(within(card).getByText('Alexa skill: not activated')).toBeVisible();
    expect(await within(card).findByRole('link', { name: button })).toHaveAttribute('href', expect.stringMatching(to));
    expect(screen.getAllByText('Alexa no longer receives your triggers')).toHaveLength(1);
    expect(screen.queryByRole('region', { name: 'Alexa skill' })).toBeNull();
  },
);

test('shows the skill as not active next to the prompt to link an account', { tags: 'spec-61.1' }, async () => {
  localStorage.setItem('recado.firstSteps.4711', 'over');
  aServer({ ...anasServer(), ...unset, 'GET /api/amazon-auth': { json: anAccount('notLinked') } });
  await show();
  expect(await screen.findByRole('link', { name: 'Link account' })).toHaveAttribute('href', '/amazon-auth');
  expect(screen.getByText('Alexa skill: not activated')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Connect Alexa' })).toBeNull();
});

test.each([
  ['en', /^The skill was disabled in the Alexa app\. We noticed this 2 hours ago\. Reconnect the account/],
  ['pt', /^A skill foi desativada no app Alexa\. Percebemos isso há 2 horas\. Reconecte a conta/],
  ['es', /^La skill se desactivó en la app Alexa\. Lo detectamos hace 2 horas\. Reconecta la cuenta/],
] as const)('shows in %s why and since when the skill is disabled, and what to do', async (language, words) => {
  aServer({ ...anasServer(), ...ended, 'GET /api/amazon-auth': { json: aSwitchedOffSkill(2.5) } });
  await show(language);
  expect(await screen.findByText(words)).toBeVisible();
});

test('shows an active skill without any button', { tags: 'spec-61.1' }, async () => {
  aServer(settled);
  await show();
  const card = await screen.findByRole('region', { name: 'No problem found' });
  expect(within(card).getByText('Alexa skill: active')).toBeVisible();
  expect(within(card).queryByRole('button')).toBeNull();
});

test('shows a failed read in its own card', async () => {
  aServer({ ...anasServer(), 'GET /api/triggers': { status: 503, json: { error: 'busy', errorKey: 'server.busy' } } });
  await show();
  expect(await screen.findByRole('link', { name: /Total triggers\s*Could not be loaded/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: /Amazon accounts\s*1/ })).toBeVisible();
});

test('retries all failed reads with one button, and no others', async () => {
  const busy = errorReply(503, 'server.busy');
  const server = aServer({
    ...anasServer(),
    'GET /api/amazon-auth': busy,
    'GET /api/triggers': busy,
    'GET /api/whatsapp-groups': busy,
  });
  const user = await show();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Some of this page could not be loaded.');
  expect(alert).toHaveTextContent('We could not access our data. Try again shortly.');
  await screen.findByRole('link', { name: /WhatsApp groups\s*–?\s*Could not be loaded/ });
  for (const [call, route] of Object.entries(anasServer())) server.answer(call, route);
  const asked = server.sent('GET /api/workspaces/current').length;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Total triggers\s*1/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: /WhatsApp groups\s*0/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: /Amazon accounts\s*1/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(server.sent('GET /api/workspaces/current')).toHaveLength(asked);
});

test('shows a second failure and keeps the focus on the button', async () => {
  const server = aServer({ ...anasServer(), 'GET /api/triggers': errorReply(503, 'server.busy') });
  const user = await show();
  const retry = within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' });
  let give = () => {};
  const late = new Promise<void>((resolve) => {
    give = resolve;
  });
  server.answer('GET /api/triggers', async () => {
    await late;
    return errorReply(500, 'server.failed');
  });
  await user.click(retry);
  await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'));
  expect(screen.getByRole('alert')).toHaveTextContent('Loading...');
  give();
  expect(await screen.findByText('Something went wrong on our side. Try again shortly.')).toBeVisible();
  expect(retry).toHaveFocus();
});

test('shows the failure instead of the cards when the workspace cannot be loaded, and retries', async () => {
  const server = aServer({ ...anasServer(), 'GET /api/workspaces/current': errorReply(500, 'server.failed') });
  const user = await show('es');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('No se pudo cargar el espacio de trabajo.');
  expect(screen.queryByText('Cargando...')).toBeNull();
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  server.answer('GET /api/workspaces/current', { json: home });
  await user.click(within(alert).getByRole('button', { name: 'Intentar de nuevo' }));
  expect(await screen.findByRole('link', { name: /disparadores\s*1/ })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows no English text in Portuguese', async () => {
  aServer({ ...anasServer(), 'GET /api/triggers': { json: [] } });
  await show('pt');
  expect(screen.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
  expect(await screen.findByRole('link', { name: /Total de gatilhos\s*0\s*Nenhum ativo/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Criar gatilho' })).toBeVisible();
});
