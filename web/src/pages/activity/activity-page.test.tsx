import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { aServer, late, errorReply } from '#web/testing/a-server.ts';
import { anAccount, anasServer, aTrigger } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { pass, until } from '#web/testing/stopped-clock.ts';

import { ActivityPage } from './activity-page.tsx';

const runs = 'GET /api/executions';
const execute = 'POST /api/triggers/gate/execute';
const gate = aTrigger({ name: 'Gate' });
const light = aTrigger({ name: 'Light' });
const aRun = (id: string, given: object = {}) => ({
  id,
  triggerId: 'gate',
  at: new Date().toISOString(),
  channel: 'webhook',
  outcome: 'sent',
  ms: 140,
  stages: {},
  ...given,
});

const aHome = (items: readonly object[], triggers: readonly Trigger[] = [gate, light]) =>
  aServer({
    ...anasServer(),
    'GET /api/triggers': { json: triggers },
    'GET /api/people': { json: [{ person: '0123456789ab', name: 'Carla', seenAt: '2026-11-20T12:00:00.000Z' }] },
    [runs]: { json: { items } },
  });

const show = (search = '', language: 'pt' | 'en' | 'es' = 'en') =>
  showPage(ActivityPage, { at: `/activity${search}`, language });
const rows = async (name = 'Runs') => within(await screen.findByRole('list', { name })).getAllByRole('listitem');
const choose = (name: string) => screen.findByRole('combobox', { name });
const optionsOf = (choice: HTMLElement) =>
  within(choice)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test.each([
  ['en', 'Activity', 'Runs', ['Trigger', 'Started by', 'Outcome', 'Person', 'Day']],
  ['pt', 'Atividade', 'Execuções', ['Gatilho', 'Iniciada por', 'Resultado', 'Pessoa', 'Dia']],
  ['es', 'Actividad', 'Ejecuciones', ['Disparador', 'Iniciada por', 'Resultado', 'Persona', 'Día']],
] as const)('shows in %s each run with its trigger, and the filters', async (language, title, list, filters) => {
  aHome([
    aRun('r1', { ms: 1400 }),
    aRun('r2', { triggerId: 'light', channel: 'group', who: 'Carla', outcome: 'loop' }),
  ]);
  await show('', language);
  const [first, second] = await rows(list);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(within(first ?? document.body).getByRole('link', { name: 'Gate' })).toHaveAttribute('href', '/triggers/gate');
  expect(first).toHaveTextContent(/1[.,]400\sms/);
  expect(second).toHaveTextContent('Light');
  expect(second).toHaveTextContent('Carla');
  for (const name of filters) expect(screen.getByLabelText(name)).toBeInTheDocument();
});

test('describes a run as the history does', async () => {
  aHome([
    aRun('r1', { answer: 'ran', ranMs: 2400 }),
    aRun('r2', { answer: 'none' }),
    aRun('r3', { outcome: 'coolingDown', times: 12 }),
  ]);
  await show();
  const [ran, silent, refusal] = await rows();
  expect(ran).toHaveTextContent('Ran after 2.4 s');
  expect(silent).toHaveTextContent('Sent, no answer');
  expect(silent).toHaveTextContent('Alexa accepted the message, but the routine did not report back.');
  expect(refusal).toHaveTextContent('refused 12 times within a minute');
});

test('filters on the server by trigger, channel, outcome, person and day, and keeps the filter in the address', async () => {
  const server = aHome([aRun('r1', { who: 'Bruno' })]);
  const user = await show('?day=2026-11-20');
  await rows();
  await user.selectOptions(await choose('Trigger'), 'Light');
  await user.selectOptions(await choose('Started by'), 'Voice');
  await user.selectOptions(await choose('Outcome'), 'Not sent');
  await waitFor(async () =>
    expect(optionsOf(await choose('Person'))).toEqual(['Everyone', 'Ana Souza', 'Bruno', 'Carla']),
  );
  await user.selectOptions(await choose('Person'), 'Bruno');
  const wanted = { trigger: 'light', channel: 'voice', outcome: 'notSent', who: 'Bruno', day: '2026-11-20' };
  const at = (search: string) => Object.fromEntries(new URLSearchParams(search));
  await waitFor(() => expect(at(server.sent(runs).at(-1)?.query ?? '')).toEqual(wanted));
  expect(at(window.location.search)).toEqual(wanted);
  expect(screen.getByText('Days are in UTC, as in the chart.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  expect(window.location.search).toBe('');
  expect(await choose('Trigger')).toHaveFocus();
});

test.each([
  ['en', 'Ana · everyone with this name', 'Ana · last run: November 20, 2026'],
  ['pt', 'Ana · todas as pessoas com este nome', 'Ana · última execução: 20 de novembro de 2026'],
  ['es', 'Ana · todas las personas con este nombre', 'Ana · última ejecución: 20 de noviembre de 2026'],
] as const)('tells in %s group members with the same name apart', async (language, everyone, one) => {
  const server = aHome([aRun('r1', { channel: 'group', who: 'Ana' })]);
  const ana = { name: 'Ana', seenAt: '2026-11-20T12:00:00.000Z' };
  server.answer('GET /api/people', {
    json: [
      { ...ana, person: '0123456789ab' },
      { ...ana, person: 'ba9876543210', seenAt: '2026-11-19T12:00:00.000Z' },
    ],
  });
  const user = await show('?person=ba9876543210', language);
  const choice = await screen.findByRole('combobox', { name: language === 'en' ? 'Person' : /^Persona$|^Pessoa$/ });
  await waitFor(() => expect(optionsOf(choice)).toHaveLength(5));
  const [, shared, latest = '', earlier = ''] = optionsOf(choice);
  expect(shared).toBe(everyone);
  expect(latest.replaceAll('\u{a0}', ' ')).toContain(one);
  expect(choice).toHaveDisplayValue(earlier);
  await user.selectOptions(choice, latest);
  await waitFor(() => expect(server.sent(runs).at(-1)?.query).toBe('?person=0123456789ab'));
  expect(window.location.search).toBe('?person=0123456789ab');
  await user.selectOptions(choice, everyone);
  await waitFor(() => expect(server.sent(runs).at(-1)?.query).toBe('?who=Ana'));
});

test.each([
  ['en', 'Day', 'Days are in UTC, as in the chart.'],
  ['pt', 'Dia', 'Os dias são contados em UTC, como no gráfico.'],
  ['es', 'Día', 'Los días se cuentan en UTC, como en el gráfico.'],
] as const)('shows the hint about the chosen day in %s outside the closed filters', async (language, day, hint) => {
  aHome([aRun('r1')]);
  await show('?day=2026-11-20', language);
  expect((await screen.findByText(hint)).closest('fieldset')).toBeNull();
  expect(screen.getByLabelText(day)).toHaveAccessibleDescription(hint);
});

test('ignores unknown values in the address', async () => {
  const server = aHome([aRun('r1')]);
  await show('?channel=door&outcome=perhaps&day=2026-13-45&trigger=a+b&person=ana&other=1');
  await rows();
  expect(new Set(server.sent(runs).map(({ query }) => query))).toEqual(new Set(['']));
});

test('offers the ends of answered runs only if a trigger confirms runs', async () => {
  aHome([aRun('r1')]);
  await show();
  await rows();
  expect(optionsOf(await choose('Outcome'))).toEqual(['All', 'Sent to Alexa', 'Maybe sent', 'Not sent']);
});

test('loads more runs by cursor and focuses the first of them', async () => {
  const server = aHome([]);
  server.answer(runs, ({ query }) => ({
    json: query.includes('cursor') ? { items: [aRun('r2')] } : { items: [aRun('r1')], cursor: 'next' },
  }));
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(async () => expect((await rows())[1]).toHaveFocus());
  expect(server.sent(runs).at(-1)?.query).toBe('?cursor=next');
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(screen.getByText('2 runs shown')).toBeInTheDocument();
});

test('shows new runs after a refresh', async () => {
  const server = aHome([aRun('r1')]);
  const user = await show();
  expect(await rows()).toHaveLength(1);
  server.answer(runs, { json: { items: [aRun('r2'), aRun('r1')] } });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

test('leads to the triggers when nothing has run yet', async () => {
  aHome([]);
  await show();
  expect(await screen.findByText('No runs yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Triggers' })).toHaveAttribute('href', '/triggers');
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('shows that no run matches, and retries after a failure', async () => {
  const server = aHome([]);
  server.answer(runs, errorReply(503, 'server.busy'));
  const user = await show('?channel=voice');
  expect(await screen.findByText('The runs could not be loaded.')).toBeVisible();
  server.answer(runs, { json: { items: [] } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There are runs, but none matches this filter.')).toBeVisible();
});

test('retries when the triggers cannot be loaded', async () => {
  const server = aHome([aRun('r1')]);
  server.answer('GET /api/triggers', errorReply(503, 'server.busy'));
  const user = await show();
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer('GET /api/triggers', { json: [gate] });
  await user.click(again);
  expect(await rows()).toHaveLength(1);
});

test('sends a failed run again and shows progress and outcome in its row', async () => {
  const server = aHome([aRun('r1', { outcome: 'unavailable' })]);
  const reply = late();
  server.answer(execute, reply.route);
  const user = await show();
  const [row = document.body] = await rows();
  await user.click(within(row).getByRole('button', { name: 'Run again' }));
  expect(await within(row).findByText('Sending...')).toBeVisible();
  server.answer('GET /api/triggers', { json: [{ ...gate, lastExecuted: new Date(Date.now() + 1000).toISOString() }] });
  reply.give({ json: { success: true, message: '', outcome: 'sent', executionId: 'r2', ms: 12 } });
  await waitFor(() => expect(within(row).getByRole('status')).toHaveTextContent('Sent'));
  expect(within(row).queryByRole('button', { name: 'Run again' })).toBeNull();
  expect(server.sent(execute)).toHaveLength(1);
  expect(server.sent(runs).length).toBeGreaterThan(1);
});

test('does not offer another run while the list does not contain the run that was sent', async () => {
  const server = aHome([aRun('r1', { outcome: 'unavailable' })]);
  server.answer(execute, { json: { success: true, message: '', outcome: 'sent', executionId: 'r2', ms: 12 } });
  const user = await show();
  const [row = document.body] = await rows();
  const again = await within(row).findByRole('button', { name: 'Run again' });
  server.answer('GET /api/triggers', 'silent');
  await user.click(again);
  await waitFor(() => expect(within(row).getByRole('status')).toHaveTextContent(/^Sent$/));
  expect(within(row).queryByRole('button', { name: 'Run again' })).toBeNull();
});

test('offers WhatsApp when the first success is a run again', async () => {
  const server = aHome([aRun('r1', { outcome: 'unavailable' })], [{ ...gate, lastExecuted: null }]);
  server.answer(execute, { json: { success: true, message: '', outcome: 'sent', executionId: 'r2', ms: 12 } });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Run again' }));
  await user.click(await screen.findByRole('button', { name: 'Add WhatsApp' }));
  expect(window.location.pathname).toBe('/whatsapp');
});

test('shows in the row that the trigger failed again, and the reason in a toast', async () => {
  const server = aHome([aRun('r1', { outcome: 'unavailable' })]);
  server.answer(execute, {
    json: { success: false, message: '', outcome: 'throttled', executionId: 'r2', ms: 12, errorKey: 'alexa.throttled' },
  });
  const user = await show();
  const [row = document.body] = await rows();
  await user.click(within(row).getByRole('button', { name: 'Run again' }));
  await waitFor(() => expect(within(row).getByRole('status')).toHaveTextContent('Did not run'));
  expect(await screen.findByText('“Gate” did not run')).toBeVisible();
});

test.each([
  ['the trigger is off', { ...gate, enabled: false }, 'active', 'Switch on'],
  ['the skill is not linked', gate, 'notLinked', 'Connect Alexa'],
  ['the permission ended', gate, 'revoked', 'Reconnect account'],
] as const)('offers the fix instead of another run when %s', async (_, trigger, skill, fix) => {
  const server = aHome([aRun('r1', { outcome: 'unavailable' })], [trigger]);
  server.answer('GET /api/amazon-auth', { json: anAccount(skill, skill === 'revoked' ? { mend: 'reconnect' } : {}) });
  await show();
  const [row = document.body] = await rows();
  expect(await within(row).findByText(fix)).toBeVisible();
  expect(within(row).queryByRole('button', { name: 'Run again' })).toBeNull();
});

test('shows a deleted trigger without a link or button', async () => {
  aHome([aRun('r1', { triggerId: 'gone', outcome: 'unavailable' })]);
  await show();
  const [row = document.body] = await rows();
  expect(row).toHaveTextContent('Deleted trigger');
  for (const role of ['button', 'link']) expect(within(row).queryByRole(role)).toBeNull();
});

test('names a trigger that was created after the page had loaded', async () => {
  const server = aHome([aRun('r1')]);
  const user = await show();
  await rows();
  server.answer('GET /api/triggers', { json: [gate, light, aTrigger({ name: 'Porch' })] });
  server.answer(runs, { json: { items: [aRun('r2', { triggerId: 'porch' }), aRun('r1')] } });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('link', { name: 'Porch' })).toBeVisible();
});

test('offers the whole name of a person whose runs store only its beginning, once', async () => {
  const name = 'Maria Fernanda de Albuquerque Cavalcanti Melo';
  const server = aHome([aRun('r1', { who: name.slice(0, 40) })]);
  server.answer('GET /api/people', { json: [{ person: '0123456789ab', name, seenAt: '2026-11-20T12:00:00.000Z' }] });
  await show();
  await rows();
  await waitFor(async () => expect(optionsOf(await choose('Person'))).toContain(name.slice(0, 40)));
  expect(optionsOf(await choose('Person'))).not.toContain(name);
});

test('no longer offers another run once the trigger was sent elsewhere', async () => {
  const failed = aRun('r1', { outcome: 'unavailable', at: new Date(Date.now() - 60_000).toISOString() });
  const server = aHome([failed]);
  const user = await show();
  expect(await screen.findByRole('button', { name: 'Run again' })).toBeVisible();
  const at = new Date(Date.now() + 1000).toISOString();
  server.answer('GET /api/triggers', { json: [aTrigger({ name: 'Gate', lastExecuted: at }), light] });
  server.answer(runs, { json: { items: [aRun('r2', { at }), failed] } });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull());
});

test('offers another run once for each trigger and outcome', async () => {
  const failed = { outcome: 'unavailable' };
  aHome([
    aRun('r1', failed),
    aRun('r2', failed),
    aRun('r3', { ...failed, triggerId: 'light' }),
    aRun('r4', { outcome: 'throttled' }),
  ]);
  await show();
  const offered = (await rows()).map((row) => within(row).queryAllByRole('button', { name: 'Run again' }).length);
  expect(offered).toEqual([1, 0, 1, 1]);
});

test('shows a run that was sent again as soon as the history contains it', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const older = aRun('r1', { outcome: 'unavailable', at: new Date(Date.now() - 60_000).toISOString() });
  const server = aHome([older]);
  server.answer(execute, {
    json: { success: false, message: '', outcome: 'throttled', executionId: 'r2', ms: 12, errorKey: 'alexa.throttled' },
  });
  await show();
  await until(() => expect(screen.getByRole('button', { name: 'Run again' })).toBeVisible());
  const again = aRun('r2', { outcome: 'throttled' });
  server.answer('GET /api/triggers', {
    json: [{ ...gate, lastFailed: { at: again.at, outcome: 'throttled' } }, light],
  });
  const row = within(within(screen.getByRole('list', { name: 'Runs' })).getByRole('listitem'));
  row.getByRole('button', { name: 'Run again' }).click();
  await until(() => expect(row.getByRole('status')).toHaveTextContent('Did not run'));
  server.answer(runs, { json: { items: [again, older] } });
  const asked = server.sent(runs).length;
  await pass(1_000);
  await until(() => expect(screen.getByRole('list', { name: 'Runs' }).children).toHaveLength(2));
  expect(server.sent(runs)).toHaveLength(asked + 1);
  await pass(10_000);
  expect(server.sent(runs)).toHaveLength(asked + 1);
});
