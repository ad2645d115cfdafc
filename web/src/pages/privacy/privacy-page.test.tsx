import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { aServer } from '../../testing/a-server.ts';
import { showPage } from '../../testing/show-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';

test.each([
  ['en', 'Privacy policy', 'Contents', 'In short'],
  ['pt', 'Política de privacidade', 'Sumário', 'Em resumo'],
  ['es', 'Política de privacidad', 'Contenido', 'En resumen'],
] as const)(
  'in %s the privacy policy has ten sections, each in the list of contents',
  async (language, title, contents, first) => {
    const server = aServer({});
    await showPage(PrivacyPage, { at: '/privacy', language });
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
  await showPage(PrivacyPage, { at: '/privacy' });
  await screen.findByRole('heading', { level: 2, name: /^10\./ });
  const [link] = screen.getAllByRole('link', { name: 'terms of use' });
  expect(link).toHaveAttribute('href', '/terms');
  expect(screen.getByRole('link', { name: 'Stripe' })).toHaveAttribute('href', expect.stringMatching(/^https:/));
  expect(screen.getByRole('article')).not.toHaveTextContent(/\*\*|\]\(/);
});
