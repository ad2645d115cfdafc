import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '../../testing/a-server.ts';
import { showPage } from '../../testing/show-page.tsx';
import { TermsPage } from './terms-page.tsx';

test.each([
  ['en', 'Terms of use', 'Contents', 'What Recado does'],
  ['pt', 'Termos de uso', 'Sumário', 'O que o Recado faz'],
  ['es', 'Términos de uso', 'Contenido', 'Qué hace Recado'],
] as const)(
  'in %s the terms have ten sections, each in the list of contents',
  async (language, title, contents, first) => {
    const server = aServer({});
    await showPage(TermsPage, { at: '/terms', language });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await screen.findByRole('heading', { level: 2, name: `1. ${first}` })).toBeVisible();
    const headings = screen.getAllByRole('heading', { level: 2 });
    expect(headings).toHaveLength(10);
    const [list] = screen.getAllByRole('navigation', { name: contents });
    const links = list ? within(list).getAllByRole('link') : [];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(headings.map(({ id }) => `#${id}`));
    expect(server.heard).toEqual([]);
  },
);

test('bold and links of the text are elements, and no mark is left over', async () => {
  aServer({});
  await showPage(TermsPage, { at: '/terms' });
  await screen.findByRole('heading', { level: 2, name: /^10\./ });
  const [link] = screen.getAllByRole('link', { name: 'privacy policy' });
  expect(link).toHaveAttribute('href', '/privacy');
  expect(screen.getByRole('link', { name: 'Stripe' })).toHaveAttribute('href', expect.stringMatching(/^https:/));
  expect(screen.getByRole('article')).not.toHaveTextContent(/\*\*|\]\(/);
});
