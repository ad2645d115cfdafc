import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';

import type { Findings } from '#shared/contracts/findings.ts';
import { findingKeys } from '#shared/rules/findings.ts';
import { aServer, late, errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { aFinding } from '#web/testing/findings.ts';
import { anAccount, anasServer, aTrigger, findingsCall, home, theFindings } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { subscriptionCall } from '#web/testing/subscription-server.ts';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { DashboardPage } from './dashboard-page.tsx';

const change = `PATCH /api/workspaces/${home.id}/findings`;
const goodNight = aTrigger({ name: 'Good night', lastExecuted: '2026-03-04T10:00:00.000Z' });
const shout = aTrigger({ name: 'Shout', enabled: false });

const server = (findings: Findings, more: object = {}) =>
  aServer({
    ...anasServer(),
    'GET /api/triggers': { json: [goodNight, shout] },
    [findingsCall]: { json: findings },
    ...more,
  });

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(DashboardPage, { at: '/dashboard', language });
const card = (name: string | RegExp) => screen.findByRole('region', { name });
const plain = (text: string | null) => text?.replaceAll(/[\u00A0\u202F]/g, ' ');

/** At noon today, whenever the test runs. */
const noon = () => new Date(new Date().setHours(12, 5, 0, 0)).toISOString();

describe('last answer of the home', () => {
  test.each([
    ['en', 'Everything works', 'Your home last answered at 12:05 PM, in 2.1 s.'],
    ['pt', 'Tudo funciona', 'Sua casa respondeu pela última vez às 12:05, em 2,1 s.'],
    ['es', 'Todo funciona', 'Tu casa respondió por última vez a las 12:05, en 2.1 s.'],
  ] as const)(
    'shows in %s that everything works, with time and duration of the last answer',
    async (language, name, words) => {
      server(theFindings([], { works: true, lastAnswer: { at: noon(), ms: 2100, triggerName: 'Good night' } }));
      await show(language);
      expect(plain((await card(name)).textContent)).toContain(words);
    },
  );

  test('shows only the date of an old answer, and no duration if several runs were open', async () => {
    server(theFindings([], { lastAnswer: { at: '2026-03-05T10:00:00.000Z', triggerName: 'Good night' } }));
    await show();
    expect(await card('No problem found')).toHaveTextContent('Your home last answered on March 5, 2026.');
  });
});

test('suggests confirmations when no routine confirms its runs', async () => {
  server(theFindings());
  await show();
  const shown = await card('No problem found');
  expect(shown).toHaveTextContent('Have a routine confirm its runs to know whether your home reacts.');
  expect(within(shown).getByRole('link', { name: 'Set up confirmation' })).toHaveAttribute(
    'href',
    '/triggers?runs=good-night',
  );
});

test('lists findings with their start and a button, and counts only current problems', async () => {
  server(
    theFindings([
      aFinding('receiptsSilent', { since: '2026-03-05T10:00:00.000Z' }),
      aFinding('numberLost', { since: noon() }),
      aFinding('cardExpires', { endsAt: '2026-12-05T10:00:00.000Z' }),
    ]),
  );
  await show();
  const rows = within(await card('2 problems')).getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('heading', { level: 3 }).textContent)).toEqual([
    '“Good night” no longer confirms its runs',
    'Your WhatsApp number was disconnected',
    'Your card expires before the charge on December 5, 2026',
  ]);
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
    '/triggers?check=good-night',
    '/whatsapp',
    '/subscription',
  ]);
  expect(rows[0]).toHaveTextContent('Since March 5, 2026');
  expect(plain(rows[1]?.textContent ?? '')).toContain('Since 12:05 PM');
  expect(rows[2]).not.toHaveTextContent('Since');
});

test.each([
  ['en', 'Open access keys'],
  ['pt', 'Abrir chaves de acesso'],
  ['es', 'Abrir claves de acceso'],
] as const)('links in %s the access key that expires soon', async (language, name) => {
  server(theFindings([aFinding('accessKeyEnds', { subject: { id: 'k1', name: 'Cleaner' } })]));
  await show(language);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/triggers?access=k1');
});

test.each(['pt', 'en', 'es'] as const)('shows in %s the text and the button of each finding', async (language) => {
  server(theFindings(findingKeys.map((key) => aFinding(key))), {
    'GET /api/amazon-auth': { json: anAccount('revoked', { mend: 'reconnect' }) },
  });
  await show(language);
  const shown = await card(/^9 /);
  expect(within(shown).getAllByRole('listitem')).toHaveLength(findingKeys.length);
  const links = await within(shown).findAllByRole('link');
  await waitFor(() => expect(within(shown).getAllByRole('link')).toHaveLength(findingKeys.length));
  for (const link of links) expect(link).toHaveAccessibleName();
  expect(shown).not.toHaveTextContent(/findings\.|skill\.|Alexa receives your triggers\./);
});

test.each([
  ['noAnswer', 'Alexa accepted the run, but the routine did not report back.'],
  ['unavailable', 'Alexa could not be reached, or accepted no runs at that time.'],
  ['rejected', 'Alexa refused the run.'],
] as const)('shows why the nightly check failed: %s', async (why, words) => {
  server(theFindings([aFinding('nightlyFailed', { why })]));
  await show();
  expect(await card('1 problem')).toHaveTextContent(words);
});

test('does not show the home as broken because of a future problem', async () => {
  const lastAnswer = { at: noon(), triggerName: 'Good night' };
  server(theFindings([aFinding('planEnds')], { works: true, lastAnswer }));
  await show();
  const shown = await card('Everything works');
  expect(within(shown).getByRole('heading', { level: 3, name: /^Your plan ends on/ })).toBeVisible();
});

test('shows the end of a trial only in its banner', async () => {
  server(theFindings([aFinding('trialEnds')]), {
    [subscriptionCall]: { json: aSubscription('trialing', { hasCard: false }) },
  });
  await show();
  expect(await screen.findByText(/^Your free trial ends in/)).toBeVisible();
  expect(screen.queryByRole('heading', { level: 3, name: /^Your free trial ends/ })).toBeNull();
});

test('does not report an unknown state as working, and retries', async () => {
  const at = server(theFindings([], { state: 'unknown' }));
  const user = await show();
  const shown = await card('We cannot tell right now whether everything works');
  expect(shown).not.toHaveTextContent(/Everything works|No problem/);
  at.answer(findingsCall, { json: theFindings() });
  await user.click(within(shown).getByRole('button', { name: 'Try again' }));
  expect(await card('No problem found')).toBeVisible();
});

test('does not report that everything works when the read fails', async () => {
  server(theFindings(), { [findingsCall]: errorReply(503, 'server.busy') });
  await show();
  expect(await card('We cannot tell right now whether everything works')).toBeVisible();
  expect(toastsNow()).toEqual([]);
});

test('shows the first steps instead of the card before anything can break', async () => {
  server(theFindings([], { state: 'unset' }), {
    'GET /api/amazon-auth': { json: anAccount('notLinked') },
    'GET /api/triggers': { json: [] },
  });
  await show();
  expect(await card('First steps')).toBeVisible();
  expect(screen.queryByText(/Everything works|No problem|cannot tell/)).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

describe('trigger that runs when something is found', () => {
  test('stores and removes the choice, and explains when the trigger cannot run', async () => {
    const at = server(theFindings(), { [change]: { json: { alertTriggerId: 'good-night' } } });
    const user = await show();
    const choice = await screen.findByRole('combobox', { name: 'Run a trigger when we find a problem' });
    expect(choice).toHaveAccessibleDescription(/If Alexa stops receiving your triggers, we only email you/);
    expect(choice).toHaveValue('');
    await user.selectOptions(choice, 'Good night');
    await waitFor(() => expect(choice).toHaveValue('good-night'));
    expect(await screen.findByText('Saved')).toBeVisible();
    at.answer(change, { json: {} });
    await user.selectOptions(choice, 'No trigger');
    await waitFor(() => expect(choice).toHaveValue(''));
    expect(at.sent(change).map(({ body }) => body)).toEqual([
      { alertTriggerId: 'good-night' },
      { alertTriggerId: null },
    ]);
  });

  test('shows that a disabled trigger does not run', async () => {
    server(theFindings([], { alertTriggerId: 'shout' }));
    await show();
    const choice = await screen.findByRole('combobox');
    expect(within(choice).getByRole('option', { name: 'Shout (off)' })).toBeVisible();
    expect(choice).toHaveAccessibleDescription(/^This trigger is off, so it does not run\./);
  });

  test('restores the previous choice when the change is refused', async () => {
    const answer = late();
    server(theFindings([], { alertTriggerId: 'good-night' }), { [change]: answer.route });
    const user = await show();
    const choice = await screen.findByRole('combobox');
    await user.selectOptions(choice, 'Shout (off)');
    expect(choice).toHaveValue('shout');
    answer.give(errorReply(404, 'trigger.notFound'));
    await waitFor(() => expect(choice).toHaveValue('good-night'));
  });
});

test.each([
  [
    'en',
    'Between 10:00 PM and 7:00 AM (workspace time) it waits until 7:00 AM.',
    'It has had no connection for over an hour',
  ],
  [
    'pt',
    'Entre 22:00 e 07:00 (horário do workspace), espera até as 07:00.',
    'Ele está sem conexão há mais de uma hora',
  ],
  [
    'es',
    'Entre las 22:00 y las 7:00 (hora del espacio de trabajo), espera hasta las 7:00.',
    'Lleva más de una hora sin conexión',
  ],
] as const)(
  'names in %s the quiet hours of triggers, and describes a silent number as disconnected',
  async (language, hours, connection) => {
    server(theFindings([aFinding('numberSilent')]));
    await show(language);
    expect(await screen.findByText(hours, { exact: false })).toBeInTheDocument();
    expect(screen.getByText(connection, { exact: false })).toBeVisible();
  },
);
