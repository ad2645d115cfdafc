import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { PlannedRun } from '#shared/contracts/plans.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { chooseFor } from '#web/testing/choose-for.ts';
import { aDeviceIn } from '#web/testing/device-zone.ts';
import { anasServer, aTrigger } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { TriggersPage } from '../triggers-page.tsx';

type Language = 'pt' | 'en' | 'es';
const show = (language: Language = 'en') => showPage(TriggersPage, { at: '/triggers', language });

const list = 'GET /api/plans';
const create = 'POST /api/plans';
const zone = 'America/Sao_Paulo';
/** Monday, 10:00 in São Paulo. */
const now = new Date('2026-11-23T13:00:00Z');

const aPlan = (given: Partial<PlannedRun> = {}): PlannedRun => ({
  id: 'p1',
  triggerId: 'good-night',
  by: 'click',
  paused: false,
  ...given,
});
const weekdays = aPlan({ rule: { days: [1, 2, 3, 4, 5], time: '07:00' }, nextAt: '2026-11-24T10:00:00Z' });
const withPlans = (plans: readonly PlannedRun[], timeZone: string | undefined = zone) => ({
  json: { plans, ...(timeZone && { timeZone }) },
});
const aServerWith = (plans: readonly PlannedRun[], more: Parameters<typeof aServer>[0] = {}) =>
  aServer({ ...anasServer(), [list]: withPlans(plans), ...more });

async function opened(language: Language = 'en') {
  const user = await show(language);
  await chooseFor(user, 'Good night', /^(Schedule|Programar)$/);
  const dialog = await screen.findByRole('dialog', { name: /^(Schedule|Programar) “Good night”$/ });
  return { user, dialog: within(dialog), element: dialog };
}
const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00A0\u202F]/g, ' ');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  aDeviceIn(zone);
});
afterEach(() => vi.useRealTimers());

describe('next run in the list of triggers', () => {
  test.each([
    ['en', weekdays, 'Next: tomorrow at 7:00 AM'],
    ['pt', weekdays, 'Próxima: amanhã, 07:00'],
    ['es', weekdays, 'Próxima: mañana, 7:00'],
    ['en', aPlan({ at: '2026-11-23T13:12:00Z', nextAt: '2026-11-23T13:12:00Z' }), 'Next: in 12 minutes'],
    ['en', { ...weekdays, nextAt: undefined, paused: true }, 'Scheduled runs are paused'],
    ['en', aPlan({ at: '2026-11-23T12:00:00Z' }), undefined],
  ] as const)('shows in %s when the trigger runs next (case %#)', async (language, plan, words) => {
    aServerWith([plan]);
    await show(language);
    const name = await screen.findByRole('rowheader');
    const state = { en: 'Not run yet', pt: 'Ainda não executado', es: 'Aún no ejecutado' }[language];
    await waitFor(() => expect(plain(name.textContent)).toBe(`Good night${state}${words ?? ''}`));
  });

  test('shows the offset when this device is in another zone', async () => {
    aDeviceIn('Europe/Lisbon');
    aServerWith([weekdays]);
    await show();
    expect(plain((await screen.findByRole('rowheader')).textContent)).toContain('tomorrow at 7:00 AM (GMT−3)');
  });

  test('shows the list when the planned runs cannot be loaded, and retries in the dialog', async () => {
    const server = aServerWith([], { [list]: errorReply(503, 'server.busy') });
    const { dialog, user } = await opened();
    expect(await dialog.findByText('The scheduled runs could not be loaded.')).toBeVisible();
    server.answer(list, withPlans([weekdays]));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Weekdays at 7:00 AM')).toBeVisible();
  });
});

describe('planned runs of a trigger', () => {
  test('shows each planned run with its last result, and a missed one as missed', async () => {
    const last = (outcome: 'sent' | 'missed') => ({ last: { at: '2026-11-22T10:00:00Z', outcome } });
    aServerWith([
      { ...weekdays, ...last('sent') },
      aPlan({ id: 'p2', rule: { days: [6, 7], time: '22:30' }, paused: true, ...last('missed') }),
      aPlan({ id: 'p3', rule: { days: [3, 1], time: '12:00' }, nextAt: '2026-11-25T15:00:00Z' }),
      aPlan({ id: 'p4', at: '2026-11-23T12:00:00Z', by: 'webhook' }),
      aPlan({ id: 'other', triggerId: 'another', rule: { days: [1], time: '01:00' } }),
    ]);
    const { dialog } = await opened();
    expect(dialog.getByRole('heading', { name: '4 scheduled runs' })).toBeVisible();
    const rows = dialog.getAllByRole('listitem').map(({ textContent }) => plain(textContent));
    expect(rows).toEqual([
      expect.stringMatching(/^Weekdays at 7:00 AM.*Next: tomorrow.*Last: yesterday at 7:00 AM · Sent to Alexa$/),
      expect.stringMatching(
        /^Weekends at 10:30 PM.*Paused.*Runs again when you resume it.*Skipped, we were late.*Check$/,
      ),
      expect.stringMatching(/^Monday and Wednesday at 12:00 PM.*Next: Wednesday at 12:00 PM$/),
      expect.stringMatching(/^Once, today at 9:00 AM.*By webhook.*Done, leaves this list after a day$/),
    ]);
    expect(dialog.queryByRole('button', { name: /^(Pause|Resume): Once/ })).toBeNull();
  });

  test.each([
    ['en', { answer: 'ran', ranMs: 2430 }, /Last: yesterday at 7:00 AM · Ran after 2\.4 s$/],
    ['pt', { answer: 'ran', ranMs: 2430 }, /Última: ontem, 07:00 · Executado após 2,4 s$/],
    ['es', { answer: 'awaited' }, /Última: ayer, 7:00 · Enviado, aún sin respuesta$/],
    [
      'en',
      { answer: 'none' },
      /· Sent, no answerAlexa accepted the message, but the routine did not report back\.Check$/,
    ],
    ['en', { answer: 'shared' }, /· Answer without a clear runThe routine reported back, but/],
    ['en', { answer: 'ran', ranMs: 2430, outcome: 'unknown' }, /· Ran after 2\.4 s$/],
    ['en', { answer: 'none', outcome: 'unknown' }, /· Maybe sent, no answerAlexa may have received it/],
  ] as const)('shows in %s the routine’s answer: %o', async (language, run, words) => {
    const outcome = 'outcome' in run ? run.outcome : 'sent';
    const at = '2026-11-22T10:00:00Z';
    const kept = { id: 'r', at, dueAt: at, channel: 'schedule', ms: 9, stages: {}, outcome: 'sent', ...run };
    const confirming = { ...aTrigger({ name: 'Good night' }), receipt: { since: at, heard: 1, silent: 0 } };
    const runs = 'GET /api/triggers/good-night/executions';
    const server = aServerWith([{ ...weekdays, last: { at, outcome } }], {
      'GET /api/triggers': { json: [confirming] },
      [runs]: {
        json: { items: [{ ...kept, id: 'r2', dueAt: '2026-11-21T10:00:00Z', answer: 'ran', ranMs: 7 }, kept] },
      },
    });
    const { dialog } = await opened(language);
    await waitFor(() => expect(plain(dialog.getByRole('listitem').textContent)).toMatch(words));
    expect(server.sent(runs)[0]?.query).toBe('?channel=schedule');
  });

  test.each([
    ['missed', undefined, 1],
    ['unavailable', undefined, 1],
    ['disabled', undefined, 1],
    ['sent', { answer: 'none' }, 1],
    ['unknown', { answer: 'ran', ranMs: 2430 }, 0],
    ['sent', undefined, 0],
  ] as const)('for a last run that was %s (%o) offers the check %i times', async (outcome, answered, checks) => {
    const at = '2026-11-22T10:00:00Z';
    const receipt = { since: at, heard: 1, silent: 0 };
    const run = { id: 'r', at, dueAt: at, channel: 'schedule', ms: 9, stages: {}, outcome, ...answered };
    aServerWith([{ ...weekdays, last: { at, outcome } }], {
      'GET /api/triggers': { json: [{ ...aTrigger({ name: 'Good night' }), ...(answered && { receipt }) }] },
      'GET /api/triggers/good-night/executions': { json: { items: [run] } },
    });
    const { dialog, user } = await opened();
    await waitFor(() =>
      expect(dialog.queryAllByRole('button', { name: 'Check Weekdays at 7:00 AM' })).toHaveLength(checks),
    );
    if (checks === 0) return;
    await user.click(dialog.getByRole('button', { name: 'Check Weekdays at 7:00 AM' }));
    expect(await screen.findByRole('dialog', { name: 'Check “Good night”' })).toBeVisible();
  });

  test('names the time zone, and the time here and there when this device is elsewhere', async () => {
    aDeviceIn('Europe/Lisbon');
    aServerWith([weekdays]);
    const { element, dialog } = await opened();
    expect(plain(element.textContent)).toContain('Times are in São Paulo (GMT−3)');
    expect(plain(element.textContent)).toMatch(
      /This device is in Lisbon \(GMT(\+0)?\): it is 1:00 PM here and 10:00 AM there\./,
    );
    expect(dialog.getByRole('link', { name: 'Change time zone' })).toHaveAttribute('href', '/workspaces');
  });

  test('pauses and resumes a planned run', async () => {
    const server = aServerWith([weekdays], { 'PATCH /api/plans/p1': { json: { ...weekdays, paused: true } } });
    const { dialog, user } = await opened();
    server.answer(list, withPlans([{ ...weekdays, nextAt: undefined, paused: true }]));
    await user.click(dialog.getByRole('button', { name: /^Pause: Weekdays/ }));
    await user.click(await dialog.findByRole('button', { name: /^Resume: Weekdays/ }));
    await waitFor(() =>
      expect(server.sent('PATCH /api/plans/p1').map(({ body }) => body)).toEqual([{ paused: true }, { paused: false }]),
    );
  });

  test('deletes a planned run after a confirmation, and keeps the focus in the dialog', async () => {
    const server = aServerWith([weekdays], { 'DELETE /api/plans/p1': {} });
    const { dialog, user, element } = await opened();
    await user.click(dialog.getByRole('button', { name: /^Delete: Weekdays/ }));
    const ask = await screen.findByRole('alertdialog', { name: 'Delete this scheduled run?' });
    expect(plain(ask.textContent)).toContain('“Weekdays at 7:00 AM” will not run. The trigger stays.');
    expect(server.sent('DELETE /api/plans/p1')).toEqual([]);
    server.answer(list, withPlans([]));
    await user.click(within(ask).getByRole('button', { name: 'Delete scheduled run' }));
    expect(await dialog.findByRole('heading', { name: 'No scheduled runs' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(element).toContainElement(document.activeElement instanceof HTMLElement ? document.activeElement : null);
  });

  test('warns that a disabled trigger does not run, next to the button that enables it', async () => {
    const off = aTrigger({ name: 'Good night', enabled: false });
    const server = aServerWith([weekdays], {
      'GET /api/triggers': { json: [off] },
      'PATCH /api/triggers/good-night': { json: { ...off, enabled: true } },
    });
    const { dialog, user } = await opened();
    expect(dialog.getByText(/^This trigger is switched off\./)).toBeVisible();
    server.answer('GET /api/triggers', { json: [{ ...off, enabled: true }] });
    await user.click(dialog.getByRole('button', { name: 'Switch on' }));
    await waitFor(() => expect(dialog.queryByText(/^This trigger is switched off\./)).toBeNull());
  });

  test('mentions the planned runs before deleting their trigger', async () => {
    aServerWith([weekdays]);
    const user = await show();
    await chooseFor(user, 'Good night', 'Delete');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Its scheduled run is deleted too.');
  });
});

describe('new planned run', () => {
  test('defaults to every day, shows the first run, and sends this device’s time zone', async () => {
    const daily = aPlan({ rule: { days: [1, 2, 3, 4, 5, 6, 7], time: '21:15' }, nextAt: '2026-11-24T00:15:00Z' });
    const server = aServerWith([], { [list]: withPlans([], ''), [create]: { status: 201, json: daily } });
    const { dialog, user, element } = await opened();
    expect(plain(element.textContent)).toContain('Times are in São Paulo (GMT−3), as on this device.');
    const form = within(dialog.getByRole('form', { name: 'New scheduled run' }));
    for (const box of form.getAllByRole('checkbox')) expect(box).toBeChecked();
    set(form.getByLabelText('Time'), '21:15');
    expect(plain((await form.findByText(/^First run/)).textContent)).toBe('First run: today at 9:15 PM');
    server.answer(list, withPlans([daily]));
    await user.click(form.getByRole('button', { name: 'Schedule run' }));
    expect(await dialog.findByText('Every day at 9:15 PM')).toBeVisible();
    expect(server.sent(create)).toMatchObject([
      { body: { triggerId: 'good-night', rule: daily.rule, timeZone: zone }, workspace: '4711' },
    ]);
    expect(toastsNow()).toEqual([]);
    expect(dialog.queryByRole('form')).toBeNull();
    expect(dialog.getByRole('heading', { name: '1 scheduled run' })).toHaveFocus();
  });

  test('keeps a weekly time whose time zone was changed on another device', async () => {
    const paused = { ...weekdays, paused: true };
    const server = aServerWith([weekdays], {
      'PATCH /api/plans/p1': { json: paused },
      [create]: { status: 201, json: weekdays },
    });
    const { dialog, user } = await opened();
    await user.click(dialog.getByRole('button', { name: 'Schedule a run' }));
    const form = within(dialog.getByRole('form', { name: 'New scheduled run' }));
    set(form.getByLabelText('Time'), '21:15');
    // Another change also reads the zone, which must not hide that it is new.
    server.answer(list, withPlans([paused], 'Europe/Lisbon'));
    await user.click(dialog.getByRole('button', { name: /^Pause: Weekdays/ }));
    expect(await dialog.findByText(/^Times are in Lisbon/)).toBeVisible();
    const send = () => user.click(form.getByRole('button', { name: 'Schedule run' }));
    await send();
    expect(await form.findByText(/^The workspace’s time zone was changed somewhere else/)).toBeVisible();
    expect(dialog.getByText(/^Times are in Lisbon/)).toBeVisible();
    expect(form.getByLabelText('Time')).toHaveValue('21:15');
    expect(server.sent(create)).toEqual([]);
    await send();
    await waitFor(() => expect(server.sent(create)).toHaveLength(1));
  });

  test('requires a day and a time at the field', async () => {
    const server = aServerWith([]);
    const { dialog, user } = await opened();
    const form = within(dialog.getByRole('form'));
    for (const box of form.getAllByRole('checkbox')) await user.click(box);
    set(form.getByLabelText('Time'), '');
    await user.click(form.getByRole('button', { name: 'Schedule run' }));
    expect(await form.findByText('Choose at least one day')).toBeVisible();
    expect(form.getByText('Choose a time')).toBeVisible();
    expect(form.getByLabelText('Time')).toHaveAccessibleDescription(/Choose a time/);
    expect(server.sent(create)).toEqual([]);
  });

  test.each([
    ['2026-11-23', '09:59', 'Choose a time in the future'],
    ['2028-01-01', '09:00', 'Choose a date within the next year'],
    ['', '09:00', 'Choose a date'],
  ])('rejects a single run on "%s" at %s: %s', async (date, time, words) => {
    const server = aServerWith([]);
    const { dialog, user } = await opened();
    const form = within(dialog.getByRole('form'));
    await user.click(form.getByRole('radio', { name: 'Once' }));
    set(form.getByLabelText('Date'), date);
    set(form.getByLabelText('Time'), time);
    await user.click(form.getByRole('button', { name: 'Schedule run' }));
    expect(await form.findByText(words)).toBeVisible();
    expect(server.sent(create)).toEqual([]);
  });

  test('plans a single run in the workspace’s time zone', async () => {
    aDeviceIn('Europe/Lisbon');
    const server = aServerWith([], { [create]: { status: 201, json: aPlan({ at: '2026-12-24T21:00:00Z' }) } });
    const { dialog, user } = await opened();
    const form = within(dialog.getByRole('form'));
    await user.click(form.getByRole('radio', { name: 'Once' }));
    set(form.getByLabelText('Date'), '2026-12-24');
    set(form.getByLabelText('Time'), '18:00');
    expect(form.getByLabelText('Time')).toHaveAccessibleDescription('São Paulo (GMT−3)');
    await user.click(form.getByRole('button', { name: 'Schedule run' }));
    await waitFor(() => expect(server.sent(create)).toMatchObject([{ body: { at: '2026-12-24T21:00:00.000Z' } }]));
  });

  test.each([
    ['In 15 minutes', '2026-11-23T13:15:00.000Z'],
    ['In 1 hour', '2026-11-23T14:00:00.000Z'],
  ])('plans a run with one click on "%s"', async (button, at) => {
    const server = aServerWith([], { [create]: { status: 201, json: aPlan({ at, nextAt: at }) } });
    const { dialog, user } = await opened();
    server.answer(list, withPlans([aPlan({ at, nextAt: at })]));
    await user.click(dialog.getByRole('button', { name: button }));
    expect(await dialog.findByText(/^Once, today at/)).toBeVisible();
    expect(server.sent(create)).toMatchObject([{ body: { triggerId: 'good-night', at } }]);
  });

  test('shows why a planned run is refused and keeps the input', async () => {
    aServerWith([], { [create]: errorReply(409, 'plannedRun.limitReached') });
    const { dialog, user } = await opened();
    const form = within(dialog.getByRole('form'));
    await user.click(form.getByRole('checkbox', { name: 'Sunday' }));
    await user.click(form.getByRole('button', { name: 'Schedule run' }));
    expect(await form.findByRole('alert')).toHaveTextContent('A workspace can have up to 50 scheduled runs.');
    expect(form.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked();
  });
});

test('changes a planned run in place from weekdays to a date', async () => {
  const changed = aPlan({ at: '2026-11-25T10:00:00Z', nextAt: '2026-11-25T10:00:00Z' });
  const server = aServerWith([weekdays], { 'PATCH /api/plans/p1': { json: changed } });
  const { dialog, user } = await opened();
  await user.click(dialog.getByRole('button', { name: /^Change: Weekdays/ }));
  const form = within(dialog.getByRole('form', { name: 'Change scheduled run' }));
  expect(form.getByRole('heading')).toHaveFocus();
  expect(form.getByLabelText('Time')).toHaveValue('07:00');
  expect(form.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked();
  await user.click(form.getByRole('radio', { name: 'Once' }));
  set(form.getByLabelText('Date'), '2026-11-25');
  server.answer(list, withPlans([changed]));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/^Once, Wednesday at/)).toBeVisible();
  expect(server.sent('PATCH /api/plans/p1')).toMatchObject([{ body: { at: '2026-11-25T10:00:00.000Z' } }]);
});

describe('input of a form that Back closes', () => {
  const back = async () => {
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname).toBe('/triggers');
  };
  const again = async (user: Awaited<ReturnType<typeof show>>) => {
    await chooseFor(user, 'Good night', 'Schedule');
    return within(await screen.findByRole('dialog'));
  };

  test('shows the input again for a new scheduled run until it is saved', async () => {
    const server = aServerWith([], { [create]: { status: 201, json: aPlan({ at: '2026-12-24T21:00:00Z' }) } });
    const { dialog, user } = await opened();
    await user.click(dialog.getByRole('radio', { name: 'Once' }));
    set(dialog.getByLabelText('Date'), '2026-12-24');
    set(dialog.getByLabelText('Time'), '18:00');
    await back();
    const reopened = await again(user);
    expect(await reopened.findByLabelText('Date')).toHaveValue('2026-12-24');
    expect(reopened.getByLabelText('Time')).toHaveValue('18:00');
    await user.click(reopened.getByRole('button', { name: 'Schedule run' }));
    await waitFor(() => expect(server.sent(create)).toMatchObject([{ body: { at: '2026-12-24T21:00:00.000Z' } }]));
    await waitFor(() => expect(reopened.queryByRole('form')).toBeNull());
    await user.click(reopened.getByRole('button', { name: 'Schedule a run' }));
    expect(reopened.getByLabelText('Time')).toHaveValue('07:00');
  });

  test('shows the input again for a changed scheduled run until it is canceled', async () => {
    aServerWith([weekdays]);
    const { dialog, user } = await opened();
    await user.click(dialog.getByRole('button', { name: /^Change: Weekdays/ }));
    set(dialog.getByLabelText('Time'), '08:30');
    await user.click(dialog.getByRole('checkbox', { name: 'Friday' }));
    await back();
    const reopened = await again(user);
    await user.click(await reopened.findByRole('button', { name: /^Change: Weekdays/ }));
    expect(reopened.getByLabelText('Time')).toHaveValue('08:30');
    expect(reopened.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked();
    await user.click(reopened.getByRole('button', { name: 'Cancel' }));
    await user.click(reopened.getByRole('button', { name: /^Change: Weekdays/ }));
    expect(reopened.getByLabelText('Time')).toHaveValue('07:00');
    expect(reopened.getByRole('checkbox', { name: 'Friday' })).toBeChecked();
  });
});

test.each([
  ['pt', 'Nova execução programada', 'Programar execução', 'segunda-feira'],
  ['es', 'Nueva ejecución programada', 'Programar ejecución', 'lunes'],
] as const)(
  'shows the form in %s, with the first day of the week of that language',
  async (language, title, button, monday) => {
    aServerWith([]);
    const { dialog } = await opened(language);
    const form = within(dialog.getByRole('form', { name: title }));
    expect(form.getByRole('button', { name: button })).toBeVisible();
    const names = form.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
    expect(names.indexOf(monday)).toBe(language === 'pt' ? 1 : 0);
  },
);
