import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { aLinkedGroup } from '../../testing/a-number.ts';
import { aServer } from '../../testing/a-server.ts';
import { anAccount, anasServer, aSwitchedOffSkill, aTrigger } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';

afterEach(() => localStorage.clear());

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(DashboardPage, { at: '/dashboard', language });

test('the cards count triggers, groups and Amazon accounts, mention active triggers, and lead to their pages', async () => {
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
  expect(await screen.findByRole('link', { name: /WhatsApp groups\s*2\s*May run your triggers/ })).toHaveAttribute(
    'href',
    '/whatsapp',
  );
  expect(await screen.findByRole('link', { name: /Amazon accounts\s*1\s*ana@example\.com/ })).toHaveAttribute(
    'href',
    '/amazon-auth',
  );
});

test('without a linked account it counts zero accounts and prompts to link one', async () => {
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': { json: anAccount('notLinked') },
    'GET /api/triggers': { json: [] },
  });
  await show();
  expect(await screen.findByRole('link', { name: /Amazon accounts\s*0/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Link account' })).toHaveAttribute('href', '/amazon-auth');
  expect(screen.queryByRole('link', { name: 'Create trigger' })).toBeNull();
});

test('with an account but no trigger it prompts to create one', async () => {
  aServer({ ...anasServer(), 'GET /api/triggers': { json: [] } });
  await show();
  expect(await screen.findByRole('link', { name: 'Create trigger' })).toHaveAttribute('href', '/triggers');
});

test('with an account and triggers there is nothing to prompt', async () => {
  aServer(anasServer());
  await show();
  await screen.findByRole('link', { name: /Total triggers\s*1/ });
  expect(screen.queryByRole('link', { name: 'Create trigger' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Link account' })).toBeNull();
});

test.each(['notLinked', 'notEnabled', 'revoked'] as const)(
  'a skill that is %s shows as not active and can be activated',
  async (skill) => {
    aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount(skill) } });
    await show();
    const card = await screen.findByRole('region', { name: 'Alexa skill' });
    expect(await within(card).findByText('Not active')).toBeVisible();
    expect(within(card).getByRole('button', { name: 'Activate skill' })).toBeVisible();
  },
);

test.each([
  ['en', /^The skill was switched off at Amazon\. Enable it again in the Alexa app\. We noticed 2 hours ago\.$/],
  ['pt', /^A skill foi desativada na Amazon\..* Percebemos há 2 horas\.$/],
  ['es', /Amazon.* Lo notamos hace 2 horas\.$/],
] as const)('in %s the skill card says why the skill stopped and since when', async (language, words) => {
  aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: aSwitchedOffSkill(2.5) } });
  await show(language);
  expect(await screen.findByText(words)).toBeVisible();
});

test('an active skill says so and asks for nothing', async () => {
  aServer({ ...anasServer(), 'GET /api/whatsapp-groups': { json: [aLinkedGroup(1, 'Família')] } });
  await show();
  const card = await screen.findByRole('region', { name: 'Alexa skill' });
  expect(await within(card).findByText('Active')).toBeVisible();
  expect(within(card).queryByRole('button')).toBeNull();
});

test('what could not be loaded says so in its own card', async () => {
  aServer({ ...anasServer(), 'GET /api/triggers': { status: 503, json: { error: 'busy', errorKey: 'server.busy' } } });
  await show();
  expect(await screen.findByRole('link', { name: /Total triggers\s*Could not be loaded/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: /Amazon accounts\s*1/ })).toBeVisible();
});

test('in Portuguese nothing is named in English', async () => {
  aServer({ ...anasServer(), 'GET /api/triggers': { json: [] } });
  await show('pt');
  expect(screen.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
  expect(await screen.findByRole('link', { name: /Total de gatilhos\s*0\s*Nenhum ativo/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Criar gatilho' })).toBeVisible();
});
