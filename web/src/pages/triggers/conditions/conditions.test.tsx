import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { aServer, errorReply, late } from '#web/testing/a-server.ts';
import { chooseFor } from '#web/testing/choose-for.ts';
import { aDeviceIn } from '#web/testing/device-zone.ts';
import { anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

type Language = 'pt' | 'en' | 'es';
const show = (language: Language = 'en') => showPage(TriggersPage, { at: '/triggers', language });

const zone = 'America/Sao_Paulo';
/** Monday, 10:00 in São Paulo. */
const now = new Date('2026-11-23T13:00:00Z');
const ana = { person: '0123456789ab', name: 'Ana', seenAt: '2026-11-20T12:00:00.000Z' };
const change = 'PATCH /api/triggers/good-night';
const evenings = { days: [1, 2, 3, 4, 5], from: '18:00', to: '20:00' };

function aServerWith(conditions: Conditions | undefined, more: Parameters<typeof aServer>[0] = {}) {
  const trigger = aTrigger({ name: 'Good night', ...(conditions && { conditions }) });
  return aServer({
    ...anasServer(),
    'GET /api/triggers': { json: [trigger] },
    'GET /api/plans': { json: { plans: [], timeZone: zone } },
    'GET /api/people': { json: [ana] },
    [change]: { json: trigger },
    ...more,
  });
}

async function opened(language: Language = 'en') {
  const user = await show(language);
  await chooseFor(user, 'Good night', /^(Conditions|Condições|Condiciones)$/);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('textbox', { name: /^(Minimum time between runs|Tempo mínimo|Tiempo mínimo)/ });
  return { user, dialog, save: () => user.click(dialog.getByRole('button', { name: /^(Save|Salvar|Guardar)/ })) };
}
const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00A0\u202F]/g, ' ');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  aDeviceIn(zone);
});
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

describe('list of triggers', () => {
  test.each<[Language, object, string, Conditions]>([
    ['en', {}, 'Has conditions', { coolDownSeconds: 60 }],
    ['en', {}, 'Can run today at 6:00 PM', { hours: [evenings] }],
    ['pt', {}, 'Próxima execução possível: hoje, 18:00', { hours: [evenings] }],
    ['es', {}, 'Próxima ejecución posible: hoy, 18:00', { hours: [evenings] }],
    ['en', { coolSince: '2026-11-23T12:58:30.000Z' }, 'Can run in 4 minutes', { coolDownSeconds: 300 }],
    [
      'pt',
      { coolSince: '2026-11-23T12:58:30.000Z' },
      'Próxima execução possível: em 4 minutos',
      { coolDownSeconds: 300 },
    ],
    [
      'es',
      { coolSince: '2026-11-23T12:58:30.000Z' },
      'Próxima ejecución posible: en 4 minutos',
      { coolDownSeconds: 300 },
    ],
    // The condition was set after that run.
    ['en', { lastExecuted: '2026-11-23T12:58:30.000Z' }, 'Has conditions', { coolDownSeconds: 300 }],
    ['en', {}, 'Can no longer run: its end time has passed', { until: '2026-11-22T12:00:00.000Z' }],
  ])('shows in %s for a trigger with %j: %s', async (language, given, words, conditions) => {
    const trigger = aTrigger({ name: 'Good night', conditions, ...given });
    aServerWith(undefined, { 'GET /api/triggers': { json: [trigger] } });
    await show(language);
    expect(await screen.findByText((text) => plain(text) === words)).toBeVisible();
  });

  test('shows nothing for a trigger without conditions', async () => {
    aServerWith(undefined);
    await show();
    const name = await screen.findByRole('rowheader');
    await waitFor(() => expect(name.textContent).toBe('Good nightNot run yet'));
  });
});

describe('conditions dialog', () => {
  test('sends every kind of condition in the workspace’s time zone', async () => {
    const server = aServerWith(undefined);
    const { dialog, user, save } = await opened();
    set(dialog.getByLabelText('Minimum time between runs'), '5');
    await user.click(dialog.getByRole('button', { name: 'Add times' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Saturday' }));
    set(dialog.getByLabelText('To'), '02:00');
    await user.click(dialog.getByRole('checkbox', { name: 'Voice' }));
    await user.click(dialog.getByRole('checkbox', { name: 'WhatsApp group' }));
    await user.click(await dialog.findByRole('checkbox', { name: 'Ana' }));
    set(dialog.getByLabelText('Only from these networks'), '203.0.113.7\n2001:db8::/32');
    set(dialog.getByLabelText('Not before'), '2026-12-24T18:00');
    set(dialog.getByLabelText('Not after'), '2026-12-26T18:00');
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent(change).map(({ body }) => body)).toEqual([
      {
        conditions: {
          coolDownSeconds: 300,
          hours: [{ days: [1, 2, 3, 4, 5, 6], from: '08:00', to: '02:00' }],
          channels: ['voice', 'group'],
          people: [ana.person],
          networks: ['203.0.113.7', '2001:db8::/32'],
          from: '2026-12-24T21:00:00.000Z',
          until: '2026-12-26T21:00:00.000Z',
        },
      },
    ]);
    expect(await screen.findByText('Conditions saved')).toBeVisible();
  });

  test('tells people of the same name apart by their last command', async () => {
    const other = { person: 'fedcba987654', name: 'Ana', seenAt: '2026-10-02T12:00:00.000Z' };
    const bia = { person: 'aaaabbbbcccc', name: 'Bia', seenAt: ana.seenAt };
    const server = aServerWith(undefined, { 'GET /api/people': { json: [ana, bia, other] } });
    const { dialog, user, save } = await opened();
    expect(await dialog.findByRole('checkbox', { name: 'Bia' })).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Ana · last command November 20, 2026' })).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'Ana · last command October 2, 2026' }));
    await save();
    await waitFor(() =>
      expect(server.sent(change)).toMatchObject([{ body: { conditions: { people: [other.person] } } }]),
    );
  });

  test('shows the stored conditions and removes them all', async () => {
    const stored: Conditions = {
      coolDownSeconds: 90,
      hours: [evenings],
      channels: ['click'],
      people: ['ba9876543210'],
      networks: ['10.0.0.0/8'],
      until: '2026-12-26T21:00:00.000Z',
    };
    const server = aServerWith(stored);
    const { dialog, user } = await opened();
    expect(dialog.getByLabelText('Minimum time between runs')).toHaveValue('90');
    expect(dialog.getByLabelText('Unit of time')).toHaveDisplayValue('seconds');
    expect(dialog.getByLabelText('From')).toHaveValue('18:00');
    expect(dialog.getByRole('checkbox', { name: 'Click in the app' })).toBeChecked();
    expect(await dialog.findByRole('checkbox', { name: 'Someone not seen for 90 days' })).toBeChecked();
    expect(dialog.getByLabelText('Only from these networks')).toHaveValue('10.0.0.0/8');
    expect(dialog.getByLabelText('Not after')).toHaveValue('2026-12-26T18:00');
    await user.click(dialog.getByRole('button', { name: 'Remove all conditions' }));
    expect(await screen.findByText('Conditions removed')).toBeVisible();
    expect(server.sent(change)).toMatchObject([{ body: { conditions: {} } }]);
  });

  test('sets this device’s time zone for a workspace without one before sending times', async () => {
    const tell = `PATCH /api/workspaces/${home.id}`;
    const server = aServerWith(undefined, { 'GET /api/plans': { json: { plans: [] } }, [tell]: { json: home } });
    const { dialog, user, save } = await opened();
    await user.click(dialog.getByRole('button', { name: 'Add times' }));
    expect(dialog.getByText(/^Times are in São Paulo .*Saving them sets/)).toBeVisible();
    await save();
    await waitFor(() => expect(server.sent(change)).toHaveLength(1));
    expect(server.sent(tell)).toMatchObject([{ body: { timeZone: zone } }]);
  });

  test.each([
    ['set', undefined],
    ['changed', zone],
  ])('keeps hours in the form whose time zone was %s on another device', async (_, before) => {
    const server = aServerWith(undefined, {
      'GET /api/plans': { json: { plans: [], ...(before && { timeZone: before }) } },
    });
    const { dialog, user, save } = await opened();
    await user.click(dialog.getByRole('button', { name: 'Add times' }));
    set(dialog.getByLabelText('From'), '19:00');
    server.answer('GET /api/plans', { json: { plans: [], timeZone: 'Europe/Lisbon' } });
    await save();
    expect(await dialog.findByText(/^The workspace’s time zone was changed somewhere else/)).toBeVisible();
    expect(dialog.getByText(/^Times are in .*Lisbon/)).toBeVisible();
    expect(dialog.getByLabelText('From')).toHaveValue('19:00');
    expect(server.heard.filter(({ method }) => method === 'PATCH')).toEqual([]);
    await save();
    await waitFor(() =>
      expect(server.sent(change)).toMatchObject([{ body: { conditions: { hours: [{ from: '19:00' }] } } }]),
    );
    expect(server.sent(`PATCH /api/workspaces/${home.id}`)).toEqual([]);
  });

  test('does not remove conditions while they are being saved', async () => {
    const server = aServerWith({ coolDownSeconds: 90 });
    const { dialog, user, save } = await opened();
    const { route, give } = late();
    server.answer(change, route);
    await save();
    await user.click(dialog.getByRole('button', { name: 'Remove all conditions' }));
    give({ json: aTrigger({ name: 'Good night' }) });
    expect(await screen.findByText('Conditions saved')).toBeVisible();
    expect(server.sent(change)).toMatchObject([{ body: { conditions: { coolDownSeconds: 90 } } }]);
  });

  test('saves unchanged times in whatever time zone the workspace has', async () => {
    const server = aServerWith({ hours: [evenings], until: '2026-12-26T21:00:00.000Z' });
    const { dialog, save } = await opened();
    set(dialog.getByLabelText('Minimum time between runs'), '2');
    server.answer('GET /api/plans', { json: { plans: [], timeZone: 'Europe/Lisbon' } });
    await save();
    await waitFor(() => expect(server.sent(change)).toMatchObject([{ body: { conditions: { hours: [evenings] } } }]));
  });

  test.each([
    ['the time zone cannot be read', true, () => errorReply(503, 'server.busy'), /^We could not access our data/],
    ['there is no network', false, () => Promise.reject(new TypeError('offline')), /offline/i],
  ])('stores no hours while %s', async (_, isOnline, reply, words) => {
    const server = aServerWith(undefined);
    const { dialog, user, save } = await opened();
    await user.click(dialog.getByRole('button', { name: 'Add times' }));
    server.answer('GET /api/plans', reply);
    onlineManager.setOnline(isOnline);
    await save();
    expect(await dialog.findByText(words)).toBeVisible();
    expect(server.heard.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  test.each([
    ['Minimum time between runs', '0', 'Enter a whole number, up to 24 hours'],
    ['Minimum time between runs', '1441', 'Enter a whole number, up to 24 hours'],
    ['Minimum time between runs', 'soon', 'Enter a whole number, up to 24 hours'],
    ['Only from these networks', '10.0.0.0/8 home', '“home” is not an address or a range'],
    ['Only from these networks', '::1 ::1', '“::1” is listed twice'],
    [
      'Only from these networks',
      '1.1.1.1 1.1.1.2 1.1.1.3 1.1.1.4 1.1.1.5 1.1.1.6',
      'Enter up to five addresses or ranges',
    ],
    ['Not after', '2026-11-23T09:59', 'Choose a time in the future'],
  ])('shows for %s “%s” at the field: %s', async (label, value, words) => {
    const server = aServerWith(undefined);
    const { dialog, save } = await opened();
    const field = dialog.getByLabelText(label);
    set(field, value);
    await save();
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(server.sent(change)).toEqual([]);
  });

  test('accepts up to four different times, each with days, start and end', async () => {
    aServerWith(undefined);
    const { dialog, user, save } = await opened();
    const more = dialog.getByRole('button', { name: 'Add times' });
    for (const _ of [1, 2, 3, 4]) await user.click(more);
    expect(more).not.toBeInTheDocument();
    const rows = dialog.getAllByRole('group', { name: /^Time \d$/ }).map((row) => within(row));
    for (const box of rows[1]?.getAllByRole('checkbox', { checked: true }) ?? []) await user.click(box);
    for (const field of rows[2]?.getAllByLabelText('From') ?? []) set(field, '');
    await save();
    expect(rows.map((row) => row.queryByRole('alert')?.textContent)).toEqual([
      undefined,
      'Choose at least one day',
      'Choose a start and an end',
      'These times are already listed',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Remove time 4' }));
    expect(dialog.getAllByRole('group', { name: /^Time \d$/ })).toHaveLength(3);
  });

  test('shows why conditions are refused and keeps the input', async () => {
    aServerWith(undefined, { [change]: errorReply(404, 'trigger.notFound') });
    const { dialog, save } = await opened();
    set(dialog.getByLabelText('Minimum time between runs'), '5');
    await save();
    expect(await dialog.findByRole('alert')).toHaveTextContent('The conditions could not be saved');
    expect(dialog.getByLabelText('Minimum time between runs')).toHaveValue('5');
  });

  test('shows that no senders were seen, and retries when they cannot be loaded', async () => {
    const server = aServerWith(undefined, { 'GET /api/people': errorReply(503, 'server.busy') });
    const { dialog, user } = await opened();
    expect(await dialog.findByText('The people could not be loaded')).toBeVisible();
    server.answer('GET /api/people', { json: [] });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText(/^Nobody has run a trigger from a group/)).toBeVisible();
  });

  test.each([
    ['pt', 'Só por estes canais', 'Salvar condições'],
    ['es', 'Solo por estos canales', 'Guardar condiciones'],
  ] as const)('shows the dialog in %s', async (language, title, button) => {
    aServerWith({ coolDownSeconds: 60 });
    const { dialog } = await opened(language);
    expect(dialog.getByRole('group', { name: title })).toBeVisible();
    expect(dialog.getByRole('button', { name: button })).toBeVisible();
  });
});

test.each([
  ['2026-11-23T13:00:40.000Z', 'coolingDown', 'It was just sent and cannot run again yet. Try again in 40 seconds.'],
  ['2026-11-23T13:02:10.000Z', 'coolingDown', 'It was just sent and cannot run again yet. Try again in 3 minutes.'],
  ['2026-11-24T21:00:00.000Z', 'notNow', 'It cannot run at this time. Try again tomorrow at 6:00 PM.'],
])('shows for a click that is refused until %s (%s): %s', async (nextAt, outcome, words) => {
  const reply = {
    success: false,
    message: '',
    outcome,
    errorKey: `trigger.${outcome}`,
    executionId: 'e1',
    ms: 3,
    nextAt,
  };
  aServerWith({ coolDownSeconds: 60 }, { 'POST /api/triggers/good-night/execute': { json: reply } });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
  expect(await screen.findByText((text) => plain(text) === words)).toBeVisible();
});
