import { act, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';

import { aServer } from '#web/testing/a-server.ts';
import { chooseFor, moreButton } from '#web/testing/choose-for.ts';
import { anasServer, aTrigger } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

const list = 'GET /api/triggers';
const gate = aTrigger({ name: 'Gate', description: 'The one to the street', lastExecuted: new Date().toISOString() });
const runs = Array.from({ length: 4 }, (_, at) => ({
  id: `r${at}`,
  at: new Date().toISOString(),
  channel: 'click',
  outcome: 'sent',
  ms: 400 + at,
  stages: {},
}));

const aHome = () =>
  aServer({
    ...anasServer(),
    [list]: { json: [gate, aTrigger({ name: 'Light' })] },
    'GET /api/triggers/gate/executions': { json: { items: runs } },
  });

const Page = () => (
  <Suspense>
    <TriggersPage />
  </Suspense>
);
const show = (id = 'gate', language: 'pt' | 'en' | 'es' = 'en') => showPage(Page, { at: `/triggers/${id}`, language });

test.each([
  ['en', 'State', 'Last runs', 'Webhook URL', 'Confirm that it ran'],
  ['pt', 'Estado', 'Últimas execuções', 'URL do webhook', 'Confirmar que foi executado'],
  ['es', 'Estado', 'Últimas ejecuciones', 'URL del webhook', 'Confirmar que se ejecutó'],
] as const)('shows in %s state, last runs, webhook and confirmation', async (language, ...headings) => {
  aHome();
  await show('gate', language);
  expect(await screen.findByRole('heading', { level: 1, name: 'Gate' })).toBeVisible();
  expect(screen.getByText('The one to the street')).toBeVisible();
  for (const name of headings) expect(await screen.findByRole('heading', { name })).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(/^40\d\sms$/)).toHaveLength(3));
  expect(document.title).toBe('Gate · Recado');
  expect(document.body).not.toHaveTextContent('the-token-of-casa');
});

const sentAt = '2026-03-02T12:00:00.000Z';
const failedNow = { lastFailed: { at: new Date().toISOString(), outcome: 'unavailable' } } as const;
const confirms = { since: sentAt, heard: 3, silent: 0, lastRanAt: sentAt } as const;
const confirmed = { ...confirms, answer: 'ran', outcome: 'sent', ranMs: 2400 } as const;

test.each([
  ['en', 'Last run', /^Did not run · (now|\d)/, 'Last sent', /2026.*Ran after 2\.4\ss$/],
  ['pt', 'Última execução', /^Não foi executado · (agora|há)/, 'Último envio', /2026.*Executado após 2,4\ss$/],
  ['es', 'Última ejecución', /^No se ejecutó · (ahora|hace)/, 'Último envío', /2026.*Ejecutado tras 2\.4\ss$/],
] as const)('shows in %s that the last run failed, next to the last one that was sent', async (...given) => {
  const [language, lastRun, failed, lastSent, sent] = given;
  const trigger = { ...gate, lastExecuted: sentAt, receipt: confirmed, ...failedNow };
  aHome().answer(list, { json: [trigger] });
  await show('gate', language);
  const valueOf = (term: string) => screen.getByText(term).nextElementSibling;
  expect(await screen.findByText(lastRun)).toBeVisible();
  expect(valueOf(lastRun)).toHaveTextContent(failed);
  await waitFor(() => expect(valueOf(lastSent)).toHaveTextContent(sent));
});

test('shows no last run if the last one was sent', async () => {
  aHome();
  await show();
  expect(await screen.findByText('Last sent')).toBeVisible();
  expect(screen.queryByText('Last run')).toBeNull();
});

test('runs the trigger, and switches it off', async () => {
  const server = aHome();
  server.answer('POST /api/triggers/gate/execute', {
    json: { success: true, message: '', outcome: 'sent', executionId: 'e1', ms: 12 },
  });
  server.answer('PATCH /api/triggers/gate', { json: { ...gate, enabled: false } });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  expect(await screen.findByText('“Gate” took 12 ms.')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Gate is on' }));
  await waitFor(() => expect(server.sent('PATCH /api/triggers/gate')).toMatchObject([{ body: { enabled: false } }]));
});

test('opens all runs with their own address, and returns from it', async () => {
  aHome();
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'All runs' }));
  expect(await screen.findByRole('dialog', { name: 'Run history' })).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/triggers/gate?runs=gate');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(window.location.pathname).toBe('/triggers/gate');
});

test('returns to the list after a deletion', async () => {
  const server = aHome();
  server.answer('DELETE /api/triggers/gate', {});
  const user = await show();
  await chooseFor(user, 'Gate', 'Delete');
  const question = await screen.findByRole('alertdialog');
  server.answer(list, { json: [aTrigger({ name: 'Light' })] });
  await user.click(within(question).getByRole('button', { name: 'Delete trigger' }));
  await waitFor(() => expect(window.location.pathname).toBe('/triggers'));
});

test('reports a missing trigger and links to the list', async () => {
  aHome();
  await show('foreign');
  expect(await screen.findByText('This trigger does not exist in this workspace.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Triggers' })).toHaveAttribute('href', '/triggers');
});

test('opens from the list and from its menu', async () => {
  aHome();
  const user = await showPage(Page, { at: '/triggers' });
  await moreButton('Gate');
  await user.click(await screen.findByRole('link', { name: 'Gate' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Gate' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Triggers' }));
  await chooseFor(user, 'Gate', 'Confirm that it ran');
  expect(await screen.findByRole('heading', { level: 1, name: 'Gate' })).toBeVisible();
});

describe('confirmation card', () => {
  const scrolledTo = () => vi.spyOn(Element.prototype, 'scrollIntoView');
  const card = async (name = 'Confirm that it ran') =>
    (await screen.findByRole('heading', { name })).closest('#confirmation');

  test.each([
    ['en', 'Confirm that it ran'],
    ['pt', 'Confirmar que foi executado'],
    ['es', 'Confirmar que se ejecutó'],
  ] as const)('has in %s the name of its menu entry, which leads to it', async (language, name) => {
    aHome();
    const scrolled = scrolledTo();
    const { user } = await showApp('/triggers', language);
    await chooseFor(user, 'Gate', name);
    await waitFor(async () => expect(await card(name)).toHaveFocus());
    expect(scrolled.mock.contexts).toEqual([await card(name)]);
    expect(window.location.pathname + window.location.hash).toBe('/triggers/gate#confirmation');
  });

  test('receives the focus when Back returns to its address', async () => {
    aHome();
    await showApp('/triggers/gate#confirmation');
    await card();
    act(() => navigate('/triggers'));
    await moreButton('Gate');
    const scrolled = scrolledTo();
    act(() => window.history.back());
    await waitFor(async () => expect(await card()).toHaveFocus());
    expect(scrolled.mock.contexts).toEqual([await card()]);
  });

  test('does not take the focus when the address does not name it', async () => {
    aHome();
    const scrolled = scrolledTo();
    const { user } = await showApp('/triggers');
    await moreButton('Gate');
    await user.click(await screen.findByRole('link', { name: 'Gate' }));
    expect(await card()).not.toHaveFocus();
    expect(scrolled).not.toHaveBeenCalled();
  });
});
