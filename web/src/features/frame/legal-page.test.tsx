import { cleanup, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';

import type { Language } from '#web/i18n/languages.ts';
import { PrivacyPage } from '#web/pages/privacy/privacy-page.tsx';
import { TermsPage } from '#web/pages/terms/terms-page.tsx';
import { aServer } from '#web/testing/a-server.ts';
import { showPage } from '#web/testing/show-page.tsx';

type LegalText = {
  path: string;
  Page: () => ReactNode;
  other: [name: string, address: string];
  words: [language: Language, title: string, contents: string, first: string][];
};

const pages: LegalText[] = [
  {
    path: '/terms',
    Page: TermsPage,
    other: ['privacy policy', '/privacy'],
    words: [
      ['en', 'Terms of use', 'Contents', 'What Recado does'],
      ['pt', 'Termos de uso', 'Sumário', 'O que o Recado faz'],
      ['es', 'Términos de uso', 'Contenido', 'Qué hace Recado'],
    ],
  },
  {
    path: '/privacy',
    Page: PrivacyPage,
    other: ['terms of use', '/terms'],
    words: [
      ['en', 'Privacy policy', 'Contents', 'In short'],
      ['pt', 'Política de privacidade', 'Sumário', 'Em resumo'],
      ['es', 'Política de privacidad', 'Contenido', 'En resumen'],
    ],
  },
];

const warnings: [language: Language, bold: string, may: RegExp][] = [
  ['en', 'not through an official WhatsApp interface', /^WhatsApp may restrict or block/],
  ['pt', 'não por uma interface oficial do WhatsApp', /^o WhatsApp pode restringir ou bloquear/],
  ['es', 'no mediante una interfaz oficial de WhatsApp', /^WhatsApp puede restringir o bloquear/],
];

describe.each(pages)('$path', ({ path, Page, other, words }) => {
  test.each(words)(
    'shows ten sections in %s, each listed in the contents',
    { tags: 'spec-141.1' },
    async (language, title, contents, first) => {
      const server = aServer({});
      await showPage(Page, { at: path, language, config: {} });
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

  test.each(warnings)('warns in %s of a client that WhatsApp does not know', async (language, bold, may) => {
    aServer({});
    await showPage(Page, { at: path, language, config: {} });
    const heading = await screen.findByRole('heading', { level: 2, name: '5. WhatsApp' });
    const emphasised = Array.from(heading.parentElement?.querySelectorAll('strong') ?? [], (part) => part.textContent);
    expect(emphasised).toEqual([bold, expect.stringMatching(may)]);
  });

  test('renders bold and links as elements without leftover marks', { tags: 'spec-141.2' }, async () => {
    aServer({});
    await showPage(Page, { at: path, config: {} });
    await screen.findByRole('heading', { level: 2, name: /^10\./ });
    const [name, address] = other;
    const [link] = screen.getAllByRole('link', { name });
    expect(link).toHaveAttribute('href', address);
    expect(screen.getByRole('link', { name: 'Stripe' })).toHaveAttribute('href', expect.stringMatching(/^https:/));
    expect(screen.getByRole('article')).not.toHaveTextContent(/\*\*|\]\(/);
  });
});

test.each([
  [
    PrivacyPage,
    '/privacy',
    'en',
    { supportEmail: 'help@recado.example', privacyEmail: 'dpo@recado.example' },
    'Write to',
    'dpo',
  ],
  [PrivacyPage, '/privacy', 'pt', { supportEmail: 'help@recado.example' }, 'Escreva para', 'help'],
  [TermsPage, '/terms', 'es', { supportEmail: 'help@recado.example' }, 'Si tienes preguntas, escribe a', 'help'],
] as const)('names the address of the stage (case %#)', async (Page, path, language, config, words, name) => {
  aServer({});
  await showPage(Page, { at: path, language, config });
  const address = `${name}@recado.example`;
  const link = await screen.findByRole('link', { name: address });
  expect(link).toHaveAttribute('href', `mailto:${address}`);
  expect(link.closest('p')).toHaveTextContent(`${words} ${address}.`);
});

test.each([
  [PrivacyPage, '/privacy', 'Write to us through the support channel'],
  [TermsPage, '/terms', 'For questions, write to us through the support channel'],
] as const)('names the support chat only on a stage that has one (case %#)', async (Page, path, words) => {
  aServer({});
  await showPage(Page, { at: path, config: { supportWidgetUrl: 'https://chat.example/widget.js' } });
  expect(await screen.findByText(new RegExp(words))).toBeVisible();
  cleanup();
  await showPage(Page, { at: path, config: {} });
  await screen.findByRole('heading', { level: 2, name: /^10\./ });
  expect(screen.getByRole('article')).not.toHaveTextContent(/write to us through|\{\{/i);
});
