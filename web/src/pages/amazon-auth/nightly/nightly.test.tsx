import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { NightlyCheck } from '#shared/contracts/nightly-check.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { takePlanOrigin } from '#web/features/billing/plan-origin.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { aDeviceIn } from '#web/testing/device-zone.ts';
import { anAccount, anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { AmazonAuthPage } from '../amazon-auth-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(AmazonAuthPage, { at: '/amazon-auth', language });

const read = 'GET /api/nightly-check';
const change = 'PATCH /api/nightly-check';
const execute = 'POST /api/triggers/recado-test/execute';
const history = 'GET /api/triggers/recado-test/executions';
const since = '2026-11-20T10:00:00Z';

const theTrigger = (more: Partial<Trigger> = {}): Trigger =>
  aTrigger({
    name: 'Recado test',
    alexa: { state: 'inAlexa' },
    receipt: { since, heard: 3, silent: 0, lastRanAt: since, alexa: { state: 'inAlexa' } },
    ...more,
  });
const about = { trigger: { id: 'recado-test', name: 'Recado test' }, nextAt: '2026-11-24T07:12:00Z' };
const ok: NightlyCheck = { state: 'ok', ...about, last: { at: '2026-11-23T07:12:00Z', ms: 2_140 } };
const failed = (why: NonNullable<NightlyCheck['failed']>['why']): NightlyCheck => ({
  state: 'failed',
  ...about,
  last: { at: '2026-11-23T07:12:00Z' },
  failed: { since: '2026-11-21T07:12:00Z', why },
});
const aServerWith = (check: NightlyCheck, more: Parameters<typeof aServer>[0] = {}) =>
  aServer({
    ...anasServer(),
    'GET /api/triggers': { json: check.state === 'off' ? [] : [theTrigger()] },
    [read]: { json: check },
    ...more,
  });
const theSwitch = (name = 'Check my home every night') => screen.findByRole('switch', { name });
const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00A0\u202F]/g, ' ');
const card = async () => plain((await theSwitch()).closest('section')?.textContent);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T13:00:00Z') });
  aDeviceIn('America/Sao_Paulo');
});
afterEach(() => vi.useRealTimers());

test('creates the check with one switch in this device’s time zone, and opens the steps', async () => {
  const isNew = theTrigger({ alexa: { state: 'waiting' }, receipt: { since, heard: 0, silent: 0 } });
  const server = aServerWith({ state: 'off' }, { [change]: { json: { state: 'notSetUp', ...about } } });
  const user = await show();
  const box = await theSwitch();
  expect(box).not.toBeChecked();
  server.answer('GET /api/triggers', { json: [isNew] });
  await user.click(box);
  const steps = await screen.findByRole('dialog', { name: 'Set up the nightly check' });
  expect(server.sent(change)).toMatchObject([{ body: { on: true, timeZone: 'America/Sao_Paulo' } }]);
  expect(steps).toHaveTextContent('Recado test starts the check, and Recado test ok answers.');
  expect(steps).toHaveTextContent('choose the device Recado test.');
  expect(steps).toHaveTextContent('choose the scene Recado test ok.');
  expect(steps).toHaveTextContent('Add nothing else, so that it stays silent at night, and save.');
  expect(within(steps).getByText('Waiting')).toBeVisible();
  await user.click(within(steps).getAllByRole('button', { name: 'Close' })[0] ?? steps);
  await waitFor(() => expect(box).toHaveFocus());
  expect(box).toBeChecked();
  expect(await card()).toContain('Not set up yet');
});

test.each([
  ['en', 'Check my home every night', /every night at about 4:12 AM.*Last answer: Today at 4:12 AM, after 2\.1 s/],
  ['pt', 'Verificar minha casa toda noite', /por volta das 04:12.*Última resposta: Hoje, 04:12, após 2,1 s/],
  ['es', 'Verificar mi casa cada noche', /cerca de las 4:12.*Última respuesta: Hoy, 4:12, tras 2\.1 s/],
] as const)('shows in %s when the check runs and how long the home took', async (language, name, words) => {
  aServerWith(ok);
  await show(language);
  await waitFor(async () => expect(plain((await theSwitch(name)).closest('section')?.textContent)).toMatch(words));
});

test('runs a test at any time and shows its result', async () => {
  const reply = { success: true, message: '', outcome: 'sent', executionId: 'e1', ms: 120 };
  const run = { id: 'e1', at: since, channel: 'click', outcome: 'sent', ms: 120, stages: {} };
  const server = aServerWith(ok, {
    [execute]: { json: reply },
    [history]: { json: { items: [{ ...run, answer: 'ran', ranMs: 1_900 }] } },
  });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Test now' }));
  expect(plain((await screen.findByText(/^Ran after/)).textContent)).toBe('Ran after 1.9 s');
  expect(server.sent(execute)).toHaveLength(1);
  await waitFor(() => expect(server.sent(read).length).toBeGreaterThan(1));
});

describe('a failed nightly check', () => {
  test('shows the reason and the steps when the routine did not answer', async () => {
    aServerWith(failed('noAnswer'));
    const user = await show();
    await waitFor(async () => expect(await card()).toContain('Failing since: Nov 21'));
    expect(await card()).toContain('Alexa accepted the message, but the routine did not report back.');
    await user.click(await screen.findByRole('button', { name: 'Show steps' }));
    expect(await screen.findByRole('dialog', { name: 'Set up the nightly check' })).toBeVisible();
  });

  test('offers to reconnect when the permission has ended', async () => {
    aServerWith(failed('grantRevoked'), {
      'GET /api/amazon-auth': { json: anAccount('revoked', { mend: 'reconnect' }) },
    });
    await show();
    await waitFor(async () => expect(await card()).toContain('Amazon token expired'));
    const section = (await theSwitch()).closest('section') ?? document.body;
    expect(await within(section).findByRole('link', { name: 'Reconnect account' })).toBeVisible();
  });

  test('offers to enable a disabled trigger', async () => {
    const off = theTrigger({ enabled: false });
    const server = aServerWith(failed('disabled'), {
      'GET /api/triggers': { json: [off] },
      'PATCH /api/triggers/recado-test': { json: theTrigger() },
    });
    const user = await show();
    const switchOn = await screen.findByRole('button', { name: 'Switch on' });
    server.answer('GET /api/triggers', { json: [theTrigger()] });
    await user.click(switchOn);
    expect(await screen.findByRole('button', { name: 'Test now' })).toBeVisible();
    expect(server.sent('PATCH /api/triggers/recado-test')).toMatchObject([{ body: { enabled: true } }]);
  });

  test.each(['unavailable', 'missed', 'unknown'] as const)(
    'offers a new test and the check for a failure with %s',
    async (why) => {
      aServerWith(failed(why));
      await show();
      expect(await screen.findByRole('button', { name: 'Test now' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Check' })).toHaveAttribute('href', '/triggers?check=recado-test');
    },
  );

  test('links the plans when the plan does not include the check', async () => {
    aServerWith(failed('planRequired'));
    const user = await show();
    await user.click(await screen.findByRole('link', { name: 'View plans' }));
    expect(window.location.pathname).toBe('/subscription');
    expect(takePlanOrigin()).toEqual({ path: '/amazon-auth', workspaceId: home.id });
  });
});

test('asks before disabling and shows what is deleted', async () => {
  const server = aServerWith(ok, { [change]: { json: { state: 'off' } } });
  const user = await show();
  const box = await theSwitch();
  await user.click(box);
  const ask = await screen.findByRole('alertdialog', { name: 'Stop checking every night?' });
  expect(ask).toHaveTextContent('The trigger “Recado test” is deleted with its runs');
  expect(ask).toHaveTextContent('“Recado test” and “Recado test ok” are removed from Alexa.');
  expect(server.sent(change)).toEqual([]);
  server.answer('GET /api/triggers', { json: [] });
  await user.click(within(ask).getByRole('button', { name: 'Stop checking' }));
  await waitFor(() => expect(box).not.toBeChecked());
  expect(server.sent(change)).toMatchObject([{ body: { on: false } }]);
});

test('shows why the switch failed and keeps its state', async () => {
  aServerWith({ state: 'off' }, { [change]: errorReply(409, 'trigger.limitReached') });
  const user = await show();
  await user.click(await theSwitch());
  expect(await screen.findByText('Error switching the nightly check on')).toBeVisible();
  expect(await theSwitch()).not.toBeChecked();
});

test('retries on request when the check cannot be loaded', async () => {
  const server = aServerWith({ state: 'off' }, { [read]: errorReply(503, 'server.busy') });
  const user = await show();
  expect(await screen.findByText('The nightly check could not be loaded.')).toBeVisible();
  server.answer(read, { json: { state: 'off' } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await theSwitch()).not.toBeChecked();
});
