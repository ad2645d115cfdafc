import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { Findings } from '#shared/contracts/findings.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { aFinding } from '#web/testing/findings.ts';
import { anAccount, anasServer, aSwitchedOffSkill, aTrigger, findingsCall, theFindings } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';

const found = (findings: Findings['findings'], more: object = {}) =>
  aServer({ ...anasServer(), [findingsCall]: { json: theFindings(findings) }, ...more });
const banner = () => screen.findByRole('complementary');
const silent = aFinding('receiptsSilent');

test.each([
  ['en', '“Good night” no longer confirms its runs', 'Check'],
  ['pt', '“Good night” não confirma mais suas execuções', 'Verificar'],
  ['es', '“Good night” ya no confirma sus ejecuciones', 'Verificar'],
] as const)(
  'shows a broken thing in %s in one line on every page, with its button',
  async (language, words, button) => {
    found([silent]);
    await showApp('/workspaces', language);
    expect(await banner()).toHaveAccessibleName(words);
    expect(within(await banner()).getByRole('link', { name: button })).toHaveAttribute(
      'href',
      '/triggers?check=good-night',
    );
  },
);

test('shows the number of findings and a link to all when there are several', async () => {
  found([silent, aFinding('numberLost')]);
  await showApp('/workspaces');
  expect(await banner()).toHaveAccessibleName('2 problems in this workspace');
  expect(within(await banner()).getByRole('link', { name: 'See all' })).toHaveAttribute('href', '/dashboard');
});

test.each([
  ['/dashboard', silent],
  ['/amazon-auth', aFinding('grantEnded')],
  ['/whatsapp', aFinding('numberLost')],
  ['/workspaces', aFinding('trialEnds')],
] as const)(
  'shows no banner on %s for a finding that the page already shows or that is not broken yet',
  async (path, finding) => {
    const server = found([finding]);
    await showApp(path);
    await waitFor(() => expect(server.sent(findingsCall)).not.toEqual([]));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('complementary')).toBeNull();
  },
);

test('shows a finding without a button on the page that its button leads to', async () => {
  found([aFinding('grantUnconfirmed')]);
  await showApp('/amazon-auth');
  expect(await banner()).toHaveAccessibleName('Amazon does not confirm our access to your Alexa');
  expect(within(await banner()).queryByRole('link')).toBeNull();
});

test('shows an ended skill only once on the triggers page', async () => {
  found([aFinding('grantEnded')], { 'GET /api/amazon-auth': { json: aSwitchedOffSkill(2) } });
  await showApp('/triggers');
  expect(await screen.findByRole('link', { name: 'Reconnect account' })).toBeVisible();
  await screen.findByRole('rowheader', { name: /Good night/ });
  expect(screen.getAllByRole('link', { name: 'Reconnect account' })).toHaveLength(1);
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('shows neither banner nor toast when the findings cannot be loaded', async () => {
  const server = found([], { [findingsCall]: errorReply(503, 'server.busy') });
  await showApp('/workspaces');
  await waitFor(() => expect(server.sent(findingsCall)).not.toEqual([]));
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.queryByText('Error')).toBeNull();
});

test('hides the banner when a refetch shows that the problem is fixed', async () => {
  const server = found([silent]);
  const { queries } = await showApp('/triggers');
  await banner();
  server.answer(findingsCall, { json: theFindings() });
  server.answer('GET /api/triggers', {
    json: [aTrigger({ name: 'Good night', lastExecuted: '2026-03-04T10:00:00.000Z' })],
  });
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === '/api/triggers' });
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});

test('does not refetch the findings when only the token’s remaining time has changed', async () => {
  const server = found([]);
  const { queries } = await showApp('/amazon-auth');
  await waitFor(() => expect(server.sent(findingsCall)).toHaveLength(1));
  await screen.findByText('ana@example.com');
  server.answer('GET /api/amazon-auth', { json: anAccount('active', { expiresIn: 2000 }) });
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === '/api/amazon-auth' });
  expect(server.sent('GET /api/amazon-auth').length).toBeGreaterThan(1);
  expect(server.sent(findingsCall)).toHaveLength(1);
});

test('opens the check of the trigger, also from its own page, and cleans the address', async () => {
  found([silent], { 'POST /api/triggers/good-night/check': { json: { steps: [{ step: 'workspace', state: 'ok' }] } } });
  const { user } = await showApp('/triggers');
  await screen.findByRole('rowheader', { name: /Good night/ });
  await user.click(within(await banner()).getByRole('link', { name: 'Check' }));
  expect(await screen.findByRole('dialog', { name: 'Check “Good night”' })).toBeVisible();
  expect(window.location.search).toBe('');
});
