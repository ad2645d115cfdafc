import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '#web/testing/a-server.ts';
import { anasServer } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';

const paths = ['/dashboard', '/amazon-auth', '/triggers', '/whatsapp', '/workspaces', '/subscription'];

test.each([
  ['pt', 'Navegação principal', ['Painel', 'Conta Amazon', 'Gatilhos', 'WhatsApp', 'Workspaces', 'Assinatura']],
  ['en', 'Main navigation', ['Dashboard', 'Amazon account', 'Triggers', 'WhatsApp', 'Workspaces', 'Subscription']],
  [
    'es',
    'Navegación principal',
    ['Panel', 'Cuenta de Amazon', 'Disparadores', 'WhatsApp', 'Espacios de trabajo', 'Suscripción'],
  ],
] as const)('lists in %s the links to the six pages in order', { tags: 'spec-44.1' }, async (language, name, names) => {
  aServer(anasServer());
  await showApp('/dashboard', language);
  const list = within(await screen.findByRole('navigation', { name })).getByRole('list');
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(paths);
  expect(links.map((link) => link.textContent)).toEqual(names);
});
