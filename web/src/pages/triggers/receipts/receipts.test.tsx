import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { listenToFailures } from '#web/api/app-client.ts';
import { aLinkedGroup } from '#web/testing/a-number.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anAccount, anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { pass, until } from '#web/testing/stopped-clock.ts';
import { withNamedWorkspace } from '#web/testing/with-named-workspace.tsx';
import { showToast, toastsNow } from '#web/ui/toasts/toast-store.ts';

import { TriggersPage } from '../triggers-page.tsx';

const Page = withNamedWorkspace(TriggersPage);

type Where = { at?: string; language?: 'pt' | 'en' | 'es' };
const show = ({ at = '/triggers', language = 'en' }: Where = {}) => showPage(Page, { at, language });

const list = 'GET /api/triggers';
const change = 'PATCH /api/triggers/good-night';
const execute = 'POST /api/triggers/good-night/execute';
const history = 'GET /api/triggers/good-night/executions';

type Receipt = NonNullable<Trigger['receipt']>;
const since = '2026-03-04T10:00:00.000Z';
const goodNight = (receipt?: Partial<Receipt>) =>
  aTrigger({
    name: 'Good night',
    alexa: { state: 'inAlexa' },
    ...(receipt && { receipt: { since, heard: 0, silent: 0, alexa: { state: 'inAlexa' }, ...receipt } }),
  });
const reply = { success: true, message: '', outcome: 'sent', executionId: 'e1', ms: 120 };
const aRun = (given: object) => ({
  json: {
    items: [
      { id: 'e1', at: new Date().toISOString(), channel: 'click', outcome: 'sent', ms: 120, stages: {}, ...given },
    ],
  },
});
const aServerWith = (receipt: Partial<Receipt> | undefined, more: Parameters<typeof aServer>[0] = {}) =>
  aServer({ ...anasServer(), [list]: { json: [goodNight(receipt)] }, [history]: { json: { items: [] } }, ...more });

const dialogOf = (name: string | RegExp) => screen.findByRole('dialog', { name });
const wizard = () => dialogOf('Confirm that “Good night” ran');
const spaced = (text: string | null | undefined) => text?.replaceAll('\u00A0', ' ');

afterEach(() => vi.useRealTimers());

describe('confirmation switch', () => {
  test('enables the confirmation and opens the steps with the name of the second device', async () => {
    const server = aServerWith(undefined, { [change]: { json: goodNight({}) } });
    const user = await show({ at: '/triggers?runs=good-night' });
    const drawer = await dialogOf('Run history');
    const box = within(drawer).getByRole('switch', { name: 'Confirm that it ran' });
    expect(box).not.toBeChecked();
    server.answer(list, { json: [goodNight({ alexa: { state: 'waiting' } })] });
    await user.click(box);
    const steps = await wizard();
    expect(server.sent(change)).toMatchObject([{ body: { receipt: true }, workspace: '4711' }]);
    const [device, routine, test_] = within(steps).getAllByRole('listitem');
    expect(device).toHaveTextContent('It is called Good night ok');
    expect(device).toHaveTextContent('Waiting');
    expect(routine).toHaveTextContent('choose the scene Good night ok');
    expect(routine).toHaveTextContent('Only music or a skill may come after it');
    expect(within(test_ ?? steps).getByRole('button', { name: 'Test now' })).toBeVisible();
    server.answer(list, { json: [goodNight({})] });
    expect(await within(steps).findByText('In Alexa', undefined, { timeout: 10_000 })).toBeVisible();
  });

  test('names the trigger that already has the name of the second device', async () => {
    const fields = { receipt: 'trigger.nameTaken' };
    aServerWith(undefined, { [change]: errorReply(409, 'trigger.nameTaken', { fields }) });
    const user = await show({ at: '/triggers?runs=good-night' });
    await user.click(await screen.findByRole('switch', { name: 'Confirm that it ran' }));
    expect(
      await screen.findByText('Another trigger is already called “Good night ok”. Rename it first.'),
    ).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Confirm that it ran' })).not.toBeChecked();
  });

  test('asks before disabling, because a device is removed from Alexa', async () => {
    const server = aServerWith({ lastRanAt: since, typicalMs: 2100 }, { [change]: { json: goodNight() } });
    const user = await show({ at: '/triggers?runs=good-night' });
    const box = await screen.findByRole('switch', { name: 'Confirm that it ran' });
    expect(box).toBeChecked();
    expect(spaced((await dialogOf('Run history')).textContent)).toContain('Confirms its runs, usually after 2 s');
    await user.click(box);
    const ask = await screen.findByRole('alertdialog', { name: 'Stop confirming “Good night”?' });
    expect(ask).toHaveTextContent('“Good night ok” is removed from Alexa, so remove its action from the routine.');
    expect(server.sent(change)).toEqual([]);
    server.answer(list, { json: [goodNight()] });
    await user.click(within(ask).getByRole('button', { name: 'Stop confirming' }));
    await waitFor(() => expect(box).not.toBeChecked());
    expect(server.sent(change)).toMatchObject([{ body: { receipt: false } }]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });
});

describe('test run', () => {
  async function openSteps(server: ReturnType<typeof aServer>, more: Parameters<typeof aServer>[0] = {}) {
    server.answer(execute, more[execute] ?? { json: reply });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Set up confirmation for Good night' }));
    const steps = await wizard();
    return { steps, user, press: () => user.click(within(steps).getByRole('button', { name: /^Test/ })) };
  }

  test('shows success with the time that the routine took', async () => {
    const server = aServerWith({});
    const { steps, press } = await openSteps(server);
    server.answer(history, aRun({ answer: 'awaited' }));
    await press();
    expect(await within(steps).findByText('Waiting for the routine to answer...')).toBeVisible();
    server.answer(history, aRun({ answer: 'ran', ranMs: 2430 }));
    server.answer(list, { json: [goodNight({ answer: 'ran', ranMs: 2430, lastRanAt: since, typicalMs: 2430 })] });
    expect(await within(steps).findByText('Ran after 2.4 s')).toBeVisible();
    expect(steps).toHaveTextContent('It works. The routine now confirms its runs.');
    await waitFor(() => expect(within(steps).getAllByText('Done:')).toHaveLength(3));
    expect(server.sent(execute)).toHaveLength(1);
  });

  test('shows the answer while a silent network delays the list and the account', async () => {
    const server = aServerWith({});
    const { steps, press } = await openSteps(server);
    server.answer(list, 'silent');
    server.answer('GET /api/amazon-auth', 'silent');
    server.answer(history, aRun({ answer: 'ran', ranMs: 2430 }));
    await press();
    expect(await within(steps).findByText('Ran after 2.4 s')).toBeVisible();
  });

  test.each([
    ['offers WhatsApp after the first confirmed run of a workspace without a group', [], ['Done', 'Add WhatsApp']],
    [
      'only offers to finish after the first confirmed run of a workspace with a group',
      [aLinkedGroup(7, 'Família')],
      ['Done'],
    ],
  ])('%s', async (_, groups, buttons) => {
    const server = aServerWith({}, { 'GET /api/whatsapp-groups': { json: groups } });
    const { steps, press, user } = await openSteps(server);
    const footer = () => Array.from(steps.lastElementChild?.children ?? [], ({ textContent }) => textContent);
    server.answer(history, aRun({ answer: 'ran', ranMs: 2430 }));
    server.answer(list, { json: [goodNight({ answer: 'ran', ranMs: 2430, lastRanAt: since, typicalMs: 2430 })] });
    await press();
    await waitFor(() => expect(footer()).toEqual(buttons));
    const link = within(steps).queryByRole('link', { name: 'Add WhatsApp' });
    if (!link) return;
    expect(link).toHaveAttribute('href', `/whatsapp?id=${home.id}`);
    await user.click(link);
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/whatsapp'));
  });

  test('does not offer WhatsApp for a trigger that confirmed its runs before', async () => {
    const server = aServerWith({ answer: 'ran', ranMs: 2430, lastRanAt: since, typicalMs: 2430 });
    const user = await show({ at: '/triggers?runs=good-night' });
    await user.click(await screen.findByRole('button', { name: 'Show steps' }));
    const steps = await wizard();
    expect(within(steps).getByRole('button', { name: 'Done' })).toBeVisible();
    expect(within(steps).queryByRole('link', { name: 'Add WhatsApp' })).toBeNull();
    expect(server.sent('GET /api/whatsapp-groups')).toEqual([]);
  });

  test.each([
    ['a run whose time is over', { answer: 'none' }, 'Sent, no answer', 0],
    ['a run that still waits after a while', { answer: 'awaited' }, 'Sent, no answer yet', 16_000],
  ])('shows %s as not answered, with what to check', async (_, run, title, laterMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const server = aServerWith({}, { [history]: aRun(run) });
    const { steps, press } = await openSteps(server);
    await press();
    await waitFor(() => expect(server.sent(history)).not.toEqual([]));
    vi.setSystemTime(Date.now() + laterMs);
    expect(await within(steps).findByText(title)).toBeVisible();
    const why = 'Alexa accepted the message, but the routine did not report back.';
    expect(steps.textContent?.includes(why)).toBe(run.answer === 'none');
    expect(steps).toHaveTextContent('something other than Good night starts it');
    expect(steps).toHaveTextContent('Is Good night ok among its actions?');
    expect(spaced(steps.textContent)).toContain('counts only within 10 min of the start of the run.');
    expect(steps).not.toHaveTextContent('Ran after');
  });

  test('does not claim that Alexa accepted a run that it did not confirm', async () => {
    const server = aServerWith({}, { [history]: aRun({ outcome: 'unknown', answer: 'none' }) });
    const { steps, press } = await openSteps(server);
    server.answer(execute, {
      json: { ...reply, success: false, outcome: 'unknown', errorKey: 'alexa.unknownOutcome' },
    });
    await press();
    expect(await within(steps).findByText('Maybe sent, no answer')).toBeVisible();
    expect(steps).toHaveTextContent('Alexa may have received it, but did not confirm in time.');
    expect(steps).not.toHaveTextContent('Alexa accepted the message');
  });

  test('does not claim which run was confirmed when several were open', async () => {
    const server = aServerWith({}, { [history]: aRun({ answer: 'shared' }) });
    const { steps, press } = await openSteps(server);
    await press();
    expect(await within(steps).findByText('Answer without a clear run')).toBeVisible();
    expect(steps).toHaveTextContent('we cannot tell which one ran');
    expect(spaced(steps.textContent)).toContain('wait 10 min without a run');
    expect(steps).not.toHaveTextContent('Ran after');
  });

  test('shows why nothing was sent, and does not wait for an answer', async () => {
    const off = {
      success: false,
      message: 'x',
      outcome: 'disabled',
      executionId: 'e1',
      ms: 3,
      errorKey: 'trigger.disabled',
    };
    const server = aServerWith({});
    const { steps, press } = await openSteps(server);
    server.answer(execute, { json: off });
    await press();
    expect(await within(steps).findByText('“Good night” did not run')).toBeVisible();
    expect(steps).toHaveTextContent('This trigger is switched off.');
    expect(server.sent(history)).toEqual([]);
  });

  test('enables a disabled trigger and can be run again', async () => {
    const off = { ...reply, success: false, outcome: 'disabled', errorKey: 'trigger.disabled' };
    const server = aServerWith({}, { [change]: { json: goodNight({}) } });
    const { steps, press, user } = await openSteps(server);
    server.answer(execute, { json: off });
    await press();
    await user.click(await within(steps).findByRole('button', { name: 'Switch on' }));
    expect(server.sent(change)).toMatchObject([{ body: { enabled: true } }]);
    await waitFor(() => expect(steps).not.toHaveTextContent('“Good night” did not run'));
    server.answer(execute, { json: reply });
    server.answer(history, aRun({ answer: 'ran', ranMs: 2430 }));
    await press();
    expect(await within(steps).findByText('Ran after 2.4 s')).toBeVisible();
  });

  test('offers to reconnect an account whose permission has ended', async () => {
    const server = aServerWith({});
    const { steps, press } = await openSteps(server);
    server.answer(execute, errorReply(409, 'amazon.grantRevoked'));
    server.answer('GET /api/amazon-auth', { json: anAccount('revoked', { mend: 'reconnect' }) });
    await press();
    expect(await within(steps).findByRole('link', { name: 'Reconnect account' })).toBeVisible();
    expect(within(steps).getByRole('button', { name: 'Check' })).toBeVisible();
  });

  test.each([
    ['no answer of its routine', { [history]: aRun({ answer: 'none' }) }],
    ['records that could not be read', { [execute]: errorReply(503, 'server.busy') }],
    ['a lost connection', { [execute]: () => Promise.reject(new TypeError('Failed to fetch')) }],
  ])('opens the check after %s', async (_, more) => {
    const server = aServerWith({}, more);
    const { steps, press, user } = await openSteps(server, more);
    await press();
    await user.click(await within(steps).findByRole('button', { name: 'Check' }));
    expect(await dialogOf('Check “Good night”')).toBeVisible();
    const [asked] = server.sent('POST /api/triggers/good-night/check');
    expect(asked?.body).toEqual({ fire: false, by: 'click' });
  });
});

describe('list of triggers', () => {
  const times = { lastRanAt: since, typicalMs: 2100 };
  test.each([
    ['en', {}, 'No run confirmed yet'],
    ['en', times, 'Confirms its runs, usually after 2 s'],
    ['en', { ...times, answer: 'ran', ranMs: 2430 }, 'Ran after 2.4 s, usually 2 s'],
    ['pt', { ...times, answer: 'ran', ranMs: 2430 }, 'Executado após 2,4 s, normalmente 2 s'],
    ['es', { ...times, answer: 'ran', ranMs: 2430 }, 'Ejecutado tras 2.4 s, normalmente 2 s'],
    ['en', { ...times, answer: 'awaited', outcome: 'sent' }, 'Sent, no answer yet'],
    ['en', { ...times, answer: 'awaited', outcome: 'unknown' }, 'Maybe sent, no answer yet'],
    ['en', { ...times, answer: 'none', outcome: 'sent', silent: 1 }, 'Sent, no answer'],
    ['en', { ...times, answer: 'none', outcome: 'unknown', silent: 1 }, 'Maybe sent, no answer'],
    ['pt', { ...times, answer: 'none', outcome: 'unknown', silent: 1 }, 'Talvez enviado, sem resposta'],
    ['es', { ...times, answer: 'none', outcome: 'unknown', silent: 1 }, 'Quizás enviado, sin respuesta'],
    ['en', { ...times, answer: 'none', silent: 1 }, 'The last run was not confirmed.'],
    ['en', { ...times, answer: 'none', outcome: 'sent', heard: 20, silent: 1 }, 'The last run was not confirmed.'],
    ['en', { ...times, answer: 'shared' }, 'Answer without a clear run'],
    ['en', { ...times, answer: 'none', silent: 2 }, 'The last 2 runs were not confirmed.'],
    ['en', { ...times, answer: 'awaited', silent: 2 }, 'The 2 runs before the current one were not confirmed.'],
    ['pt', { ...times, answer: 'none', silent: 2 }, 'As últimas 2 execuções não foram confirmadas.'],
  ] as const)('shows in %s for %o: %s', async (language, receipt, words) => {
    aServerWith(receipt);
    await show({ language });
    const name = await screen.findByRole('rowheader');
    await waitFor(() => expect(spaced(name.textContent)).toContain(words));
    expect(/(Ran|Executado|Ejecutado) /.test(name.textContent ?? '')).toBe('ranMs' in receipt);
  });

  const failed = (outcome: 'unavailable' | 'unknown') => ({ lastFailed: { at: new Date().toISOString(), outcome } });
  const isOnlyOnPhones = (row: HTMLElement | undefined, text: string | RegExp) =>
    within(row ?? document.body)
      .getByText(text)
      .closest('.sm\\:hidden') !== null;

  test.each([
    ['en', 'unavailable', undefined, 'Did not run · now'],
    ['pt', 'unavailable', { answer: 'ran', ranMs: 2430 }, 'Não foi executado · agora'],
    ['es', 'unavailable', { answer: 'shared' }, 'No se ejecutó · ahora'],
    ['en', 'unavailable', { answer: 'awaited', outcome: 'sent' }, 'Did not run · now'],
    ['en', 'unknown', undefined, 'Unclear whether it ran · now'],
  ] as const)('shows in %s on large screens that the last run was %s, without the answer %o', async (...given) => {
    const [language, outcome, answer, words] = given;
    const trigger = { ...goodNight(answer && { ...times, ...answer }), lastExecuted: since, ...failed(outcome) };
    aServerWith(
      {},
      { [list]: { json: [trigger, aTrigger({ name: 'Gate', receipt: { since, heard: 0, silent: 0 } })] } },
    );
    await show({ language });
    // The line of another trigger has loaded, so this one would be visible too.
    const [row, other] = await screen.findAllByRole('rowheader');
    await waitFor(() => expect(other).toHaveTextContent(/No run confirmed yet|Nenhuma execução|Ninguna ejecución/));
    await waitFor(() => expect(row?.textContent).toBe(`Good night${words}`));
    expect(isOnlyOnPhones(row, words)).toBe(false);
  });

  test('keeps the check of an unanswered run after a failed one, and the answer to a run that was unclear', async () => {
    const silent = { ...goodNight({ ...times, answer: 'none', outcome: 'sent', silent: 1 }), ...failed('unavailable') };
    const server = aServerWith({}, { [list]: { json: [silent] } });
    await show();
    expect(await screen.findByRole('button', { name: 'Check Good night' })).toBeVisible();
    expect(isOnlyOnPhones(screen.getByRole('rowheader'), 'Did not run · now')).toBe(false);
    cleanup();
    const answered = goodNight({ ...times, answer: 'ran', outcome: 'unknown', ranMs: 2430 });
    server.answer(list, { json: [{ ...answered, ...failed('unknown') }] });
    await show();
    await waitFor(() => expect(screen.getByRole('rowheader')).toHaveTextContent(/Ran after 2\.4\ss, usually 2\ss$/));
    expect(isOnlyOnPhones(screen.getByRole('rowheader'), /^Ran after 2\.4\ss · now$/)).toBe(true);
  });

  test('shows nothing for a trigger without confirmation, and polls nothing after its run', async () => {
    const server = aServerWith(undefined, { [execute]: { json: reply } });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
    expect(await screen.findByText('Sent to Alexa')).toBeVisible();
    expect(screen.getByRole('rowheader').textContent).toBe('Good nightSent');
    expect(server.sent(history)).toEqual([]);
  });

  test.each([
    ['one', { silent: 1 }, ['Check']],
    ['two', { silent: 2 }, ['What to check', 'Check']],
  ] as const)('offers the check after %s unconfirmed runs', async (_, { silent }, buttons) => {
    aServerWith({ ...times, answer: 'none', outcome: 'sent', silent });
    const user = await show();
    const name = within(await screen.findByRole('rowheader'));
    await user.click(await name.findByRole('button', { name: 'Check Good night' }));
    expect(name.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent)).toEqual(buttons);
    expect(await dialogOf('Check “Good night”')).toBeVisible();
  });

  test('polls a run by click until its routine has answered', async () => {
    const server = aServerWith(
      { lastRanAt: since },
      { [execute]: { json: reply }, [history]: aRun({ answer: 'ran', ranMs: 2430 }) },
    );
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
    expect(await screen.findByText('Ran after 2.4 s')).toBeVisible();
    expect(server.sent(execute)).toHaveLength(1);
  });
});

describe('toast after a click', () => {
  const stopClock = () =>
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  async function click(language: 'pt' | 'en' | 'es' = 'en') {
    await show({ language });
    await until(() => expect(screen.getAllByRole('button').length).toBeGreaterThan(5));
    fireEvent.click(screen.getByRole('button', { name: /^(Run|Executar|Ejecutar) Good night$/ }));
  }
  const shown = () => toastsNow().map(({ title }) => spaced(title));

  test.each([
    ['en', 'Sent, no answer yet', 'Sent, no answer', 'Check'],
    ['pt', 'Enviado, ainda sem resposta', 'Enviado, sem resposta', 'Verificar'],
    ['es', 'Enviado, aún sin respuesta', 'Enviado, sin respuesta', 'Verificar'],
  ] as const)('shows in %s that no answer came after the time for it is over', async (language, first, last, label) => {
    stopClock();
    const server = aServerWith(
      { lastRanAt: since, typicalMs: 2100 },
      { [execute]: { json: reply }, [history]: aRun({ answer: 'awaited' }) },
    );
    await click(language);
    await until(() => expect(shown()).toEqual([first]));
    await pass(50_000);
    expect(shown()).not.toContain(last);
    server.answer(history, aRun({ answer: 'none' }));
    await pass(16_000);
    expect(toastsNow()).toMatchObject([{ title: last, description: 'Good night', actions: [{ label }] }]);
    const asked = server.sent(history).length;
    await pass(60_000);
    expect(server.sent(history)).toHaveLength(asked);
  });

  test('ends the session when it has expired while a run waits for its answer', { tags: 'spec-173.1' }, async () => {
    stopClock();
    const onSessionExpired = vi.fn<() => void>();
    listenToFailures({ onFailure: () => {}, onSessionExpired });
    const server = aServerWith(
      { lastRanAt: since, typicalMs: 2100 },
      { [execute]: { json: reply }, [history]: aRun({ answer: 'awaited' }) },
    );
    await click();
    await until(() => expect(shown()).toEqual(['Sent, no answer yet']));
    server.answer(history, errorReply(401, 'auth.sessionExpired'));
    await pass(5_000);
    await until(() => expect(onSessionExpired).toHaveBeenCalled());
    const asked = server.sent(history).length;
    await pass(60_000);
    expect(server.sent(history)).toHaveLength(asked);
  });

  test('shows an unconfirmed run as unknown until its routine answers', async () => {
    stopClock();
    const unsure = { ...reply, success: false, outcome: 'unknown', errorKey: 'alexa.unknownOutcome' };
    const run = { outcome: 'unknown', answer: 'awaited' };
    const server = aServerWith({ lastRanAt: since }, { [execute]: { json: unsure }, [history]: aRun(run) });
    await click();
    await until(() => expect(shown()).toEqual(['We do not know whether “Good night” ran']));
    server.answer(history, aRun({ outcome: 'unknown', answer: 'ran', ranMs: 2430 }));
    await pass(1_000);
    expect(shown()).toEqual(['Ran after 2.4 s']);
  });

  test.each([
    ['ran', 'Ran after 2.4 s', null, ['Add WhatsApp']],
    ['shared', 'Answer without a clear run', null, ['Add WhatsApp']],
    ['none', 'Sent, no answer', null, ['Check']],
    ['ran', 'Ran after 2.4 s', since, []],
  ] as const)('offers after the answer %s (%s, last run %s): %j', async (answer, title, lastExecuted, labels) => {
    stopClock();
    const trigger = { ...goodNight({ lastRanAt: since }), lastExecuted };
    const run = aRun({ answer, ...(answer === 'ran' && { ranMs: 2430 }) });
    aServerWith({}, { [list]: { json: [trigger] }, [execute]: { json: reply }, [history]: run });
    await click();
    await until(() => expect(shown()).toEqual([title]));
    expect(toastsNow()[0]?.actions?.map(({ label }) => label)).toEqual(labels);
  });

  test('keeps a later failure when the routine answers', async () => {
    stopClock();
    const run = { answer: 'awaited' };
    const server = aServerWith({ lastRanAt: since }, { [execute]: { json: reply }, [history]: aRun(run) });
    await click();
    await until(() => expect(shown()).toEqual(['Sent, no answer yet']));
    showToast({ title: 'Not saved', variant: 'destructive' });
    server.answer(history, aRun({ answer: 'ran', ranMs: 2430 }));
    const reads = server.sent(list).length;
    await pass(1_000);
    await until(() => expect(server.sent(list).length).toBeGreaterThan(reads));
    expect(shown()).toEqual(['Not saved']);
  });

  test('keeps polling after a failed poll', async () => {
    stopClock();
    const server = aServerWith(
      { lastRanAt: since, typicalMs: 2100 },
      { [execute]: { json: reply }, [history]: errorReply(503, 'server.busy') },
    );
    await click();
    await until(() => expect(shown()).toEqual(['Sent, no answer yet']));
    await pass(5_000);
    server.answer(history, () => Promise.reject(new TypeError('Failed to fetch')));
    await pass(5_000);
    server.answer(history, aRun({ answer: 'ran', ranMs: 2430 }));
    await pass(1_000);
    expect(shown()).toEqual(['Ran after 2.4 s']);
  });

  test('stops polling when the trigger is deleted', async () => {
    stopClock();
    const server = aServerWith(
      { lastRanAt: since },
      { [execute]: { json: reply }, [history]: errorReply(404, 'trigger.notFound') },
    );
    await click();
    await until(() => expect(shown()).toEqual(['Sent, no answer yet']));
    await pass(5_000);
    const asked = server.sent(history).length;
    await pass(60_000);
    expect(server.sent(history)).toHaveLength(asked);
  });

  test('opens the check from another page', async () => {
    stopClock();
    aServerWith({ lastRanAt: since }, { [execute]: { json: reply }, [history]: aRun({ answer: 'none' }) });
    await click();
    await until(() => expect(shown()).toEqual(['Sent, no answer']));
    cleanup();
    window.history.replaceState(null, '', '/dashboard');
    toastsNow()[0]?.actions?.[0]?.onPress();
    expect(window.location.pathname + window.location.search).toBe(`/triggers?id=${home.id}&check=good-night`);
  });
});

test('polls a run that Alexa did not confirm, but not a refused one', async () => {
  // A trigger with another id, because the polls of earlier tests may still ask for theirs.
  const [ownExecute, ownHistory] = ['POST /api/triggers/unsure/execute', 'GET /api/triggers/unsure/executions'];
  const unsure = { ...reply, success: false, outcome: 'unknown', errorKey: 'alexa.unknownOutcome' };
  const server = aServerWith(undefined, {
    [list]: { json: [{ ...goodNight({ lastRanAt: since }), id: 'unsure' }] },
    [ownExecute]: { json: unsure },
    [ownHistory]: aRun({ outcome: 'unknown', answer: 'ran', ranMs: 2430 }),
  });
  const user = await show();
  const run = await screen.findByRole('button', { name: 'Run Good night' });
  await user.click(run);
  expect(await screen.findByText('Ran after 2.4 s')).toBeVisible();
  const asked = server.sent(ownHistory).length;
  server.answer(ownExecute, { json: { ...unsure, outcome: 'disabled', errorKey: 'trigger.disabled' } });
  // React may show the toast before it renders the end of the run.
  await waitFor(() => expect(run).not.toHaveAttribute('aria-busy'));
  await user.click(run);
  expect(await screen.findByText(/^This trigger is switched off/)).toBeVisible();
  expect(server.sent(ownHistory)).toHaveLength(asked);
});

test('polls the list only while an answer is awaited', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = aServerWith({ lastRanAt: since, answer: 'awaited', outcome: 'sent' });
  await show();
  await until(() => expect(screen.getByRole('rowheader')).toHaveTextContent('Sent, no answer yet'));
  server.answer(list, { json: [goodNight({ lastRanAt: since, answer: 'ran', ranMs: 2430 })] });
  await pass(3_000);
  await until(() => expect(screen.getByRole('rowheader')).toHaveTextContent('Ran after 2.4 s'));
  const reads = server.sent(list).length;
  await pass(60_000);
  expect(server.sent(list)).toHaveLength(reads);
});

test('polls the list for a slow routine until the time for its answer is over', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = aServerWith({ lastRanAt: since, typicalMs: 400_000, answer: 'awaited', outcome: 'sent' });
  await show();
  await until(() => expect(screen.getByRole('rowheader')).toHaveTextContent('Sent, no answer yet'));
  await pass(19 * 60_000);
  server.answer(list, { json: [goodNight({ lastRanAt: since, answer: 'none', outcome: 'sent', silent: 1 })] });
  await pass(15_000);
  await until(() => expect(screen.getByRole('rowheader')).toHaveTextContent(/Sent, no answer(?! yet)/));
});

test('polls open runs in a history with several pages', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const older = { ...aRun({ id: 'old', answer: 'none' }).json };
  const page =
    (run: object) =>
    ({ query }: { query: string }) =>
      query.includes('cursor') ? { json: older } : { json: { ...aRun(run).json, cursor: 'older' } };
  const server = aServerWith({}, { [history]: page({ answer: 'awaited' }) });
  await show({ at: '/triggers?runs=good-night' });
  await until(() => expect(screen.getByRole('button', { name: 'Load more' })).toBeVisible());
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
  await until(() => expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(2));
  server.answer(history, page({ answer: 'ran', ranMs: 2430 }));
  await pass(10_100);
  await until(() => expect(spaced(screen.getByRole('dialog').textContent)).toContain('Ran after 2.4 s'));
});

test.each([
  ['one run without an answer', { silent: 1, answer: 'none', outcome: 'sent' }, 'The last run was not confirmed.'],
  ['one that is not counted yet', { silent: 0, answer: 'none', outcome: 'sent' }, 'The last run was not confirmed.'],
  [
    'one, and the next under way',
    { silent: 1, answer: 'awaited' },
    'The run before the current one was not confirmed.',
  ],
] as const)('does not claim in the drawer that a routine confirms its runs after %s', async (_, receipt, words) => {
  aServerWith({ lastRanAt: since, typicalMs: 2100, ...receipt });
  const user = await show({ at: '/triggers?runs=good-night' });
  const drawer = within(await dialogOf('Run history'));
  expect(await drawer.findByText(words)).toBeVisible();
  expect(drawer.queryByText(/Confirms its runs/)).toBeNull();
  await user.click(drawer.getByRole('button', { name: 'Check' }));
  expect(await dialogOf('Check “Good night”')).toBeVisible();
});

test.each([
  ['en', { answer: 'ran', ranMs: 2430 }, 'Ran after 2.4 s'],
  ['en', { answer: 'ran', ranMs: 2430, outcome: 'unknown' }, 'Ran after 2.4 s'],
  ['en', { answer: 'awaited' }, 'Sent, no answer yet'],
  ['en', { answer: 'awaited', outcome: 'unknown' }, 'Maybe sent, no answer yet'],
  ['en', { answer: 'none', outcome: 'unknown' }, 'Maybe sent, no answer'],
  ['en', { answer: 'none', outcome: 'unknown' }, 'Alexa may have received it, but did not confirm in time.'],
  ['en', { answer: 'shared', outcome: 'unknown' }, 'Answer without a clear run'],
  ['en', { answer: 'none' }, 'Sent, no answer'],
  ['pt', { answer: 'none' }, 'a rotina não respondeu'],
  ['es', { answer: 'none' }, 'la rutina no respondió'],
  ['en', { answer: 'shared' }, 'so we cannot tell which one it was'],
  ['en', {}, 'Sent to Alexa'],
] as const)('shows in %s in the history for %o: %s', async (language, run, words) => {
  aServerWith({}, { [history]: aRun(run) });
  await show({ at: '/triggers?runs=good-night', language });
  const drawer = await screen.findByRole('dialog');
  const [one] = await within(drawer).findAllByRole('listitem');
  expect(spaced(one?.textContent)).toContain(words);
});
