import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { stages } from '#shared/rules/execution/stages.ts';
import { takePlanOrigin } from '#web/features/billing/plan-origin.ts';
import { closeSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { aServer, late, errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { chooseFor, moreButton } from '#web/testing/choose-for.ts';
import { anAccount, anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { subscriptionCall } from '#web/testing/subscription-server.ts';
import { withSkillDialog } from '#web/testing/with-skill-dialog.tsx';

import { TriggersPage } from '../triggers-page.tsx';

type Where = { at?: string; language?: 'pt' | 'en' | 'es' };
const show = ({ at = '/triggers?runs=good-night', language = 'en' }: Where = {}) =>
  showPage(TriggersPage, { at, language });

afterEach(() => {
  closeSkillDialog();
  focusManager.setFocused(undefined);
});

const runs = 'GET /api/triggers/good-night/executions';
const aRun = (id: string, given: object) => ({
  id,
  at: new Date().toISOString(),
  channel: 'webhook',
  outcome: 'sent',
  ms: 140,
  stages: {},
  ...given,
});

test.each([
  ['en', 'refused 1,868 times within a minute'],
  ['pt', 'recusado 1.868 vezes em um minuto'],
  ['es', 'rechazado 1,868 veces en un minuto'],
] as const)('shows in %s how many refusals an item stands for', async (language, words) => {
  const items = [
    aRun('r1', { outcome: 'coolingDown', who: 'Hubitat', times: 1868 }),
    aRun('r2', { outcome: 'tooMany', times: 1 }),
    aRun('r3', {}),
  ];
  aServer({ ...anasServer(), [runs]: { json: { items } } });
  await show({ language });
  const [merged, once, sent] = await within(await screen.findByRole('dialog')).findAllByRole('listitem');
  expect(merged).toHaveTextContent(words);
  for (const other of [once, sent]) expect(other).not.toHaveTextContent(words.slice(0, 6));
});

test('shows the refusals of each minute once after a later run', async () => {
  const refused = (minute: string) =>
    aRun('limit_webhook_tooMany_token', { outcome: 'tooMany', at: `2026-11-20T12:${minute}:30.000Z` });
  const before = [refused('02'), refused('01')];
  const server = aServer({ ...anasServer(), [runs]: { json: { items: before } } });
  await show();
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findAllByRole('listitem')).toHaveLength(2);
  server.answer(runs, { json: { items: [aRun('r3', {}), ...before] } });
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(within(drawer).getAllByRole('listitem')).toHaveLength(3));
});

test.each([
  ['en', 'Sent a moment ago'],
  ['pt', 'Acabou de ser enviado'],
  ['es', 'Se acaba de enviar'],
] as const)('in %s the history names a cool-down without a claim that the trigger ran', async (language, words) => {
  aServer({ ...anasServer(), [runs]: { json: { items: [aRun('r1', { outcome: 'coolingDown' })] } } });
  await show({ language });
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByRole('listitem')).toHaveTextContent(words);
});

test('shows time, channel, sender, outcome, duration and stages of each run, and loads more by cursor', async () => {
  const server = aServer({
    ...anasServer(),
    [runs]: ({ query }) =>
      query === '?cursor=next'
        ? { json: { items: [aRun('r2', { channel: 'group', who: 'Bruno', outcome: 'loop' })] } }
        : {
            json: {
              items: [aRun('r1', { channel: 'click', who: 'Ana', stages: { read: 4, send: 120 } })],
              cursor: 'next',
            },
          },
  });
  const user = await show({ at: '/triggers' });
  await chooseFor(user, 'Good night', 'History');
  expect(window.location.search).toBe('?runs=good-night');
  const drawer = await screen.findByRole('dialog', { name: 'Run history' });
  const [first] = await within(drawer).findAllByRole('listitem');
  for (const word of ['Sent to Alexa', 'Click in the app', 'by Ana', '140 ms', 'lookup 4 ms', 'Alexa 120 ms', 'Now'])
    expect(first).toHaveTextContent(word);

  await user.click(within(drawer).getByRole('button', { name: 'Load more' }));
  expect(await within(drawer).findByText('Loop stopped')).toBeVisible();
  expect(drawer).toHaveTextContent('WhatsApp group by Bruno');
  expect(within(drawer).queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(
    within(drawer)
      .getAllByRole('listitem')
      .find((run) => run.textContent?.includes('Bruno')),
  ).toHaveFocus();
  expect(within(drawer).getByRole('status')).toHaveTextContent('2 runs shown');
  expect(server.sent(runs).at(-1)?.query).toBe('?cursor=next');

  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe('');
  expect(await moreButton('Good night')).toHaveFocus();
});

test.each([
  ['en', 'arrival|lookup|duplicate check|confirmation setup|Amazon token|Alexa'],
  ['pt', 'recebimento|busca|checagem de repetição|preparo da confirmação|token da Amazon|Alexa'],
  ['es', 'llegada|consulta|control de repetición|preparación de la confirmación|token de Amazon|Alexa'],
] as const)('lists every stage by name and in order in %s: %s', async (language, names) => {
  const spent = Object.fromEntries(stages.map((stage, index) => [stage, index + 1]).toReversed());
  aServer({ ...anasServer(), [runs]: { json: { items: [aRun('r1', { stages: spent })] } } });
  await show({ language });
  const drawer = await screen.findByRole('dialog');
  const shown = () =>
    within(drawer)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .filter((text) => /^\D+ \d\sms$/.test(text));
  await waitFor(() => expect(shown()).toEqual(names.split('|').map((name, index) => `${name} ${index + 1} ms`)));
});

test.each([
  ['unavailable', 1],
  ['loop', 0],
  ['tooMany', 0],
  ['coolingDown', 0],
] as const)('for a run that was %s links the service status %i times', async (outcome, links) => {
  aServer({ ...anasServer(), [runs]: { json: { items: [aRun('r1', { outcome })] } } });
  await show();
  const drawer = await screen.findByRole('dialog', { name: 'Run history' });
  await within(drawer).findAllByRole('listitem');
  const found = within(drawer).queryAllByRole('link', { name: 'Service status' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(Array.from({ length: links }, () => '/status'));
});

test('opens the history of the address, and shows that a foreign trigger does not exist', async () => {
  aServer({ ...anasServer(), 'GET /api/triggers/foreign/executions': errorReply(404, 'trigger.notFound') });
  await show({ at: '/triggers?q=good&runs=foreign', language: 'pt' });
  const drawer = await screen.findByRole('dialog', { name: 'Histórico de execuções' });
  expect(await within(drawer).findByText('Este gatilho não existe neste workspace.')).toBeVisible();
});

test('shows an empty history for a trigger that never ran', async () => {
  aServer({ ...anasServer(), [runs]: { json: { items: [] } } });
  await show({ at: '/triggers?runs=good-night' });
  expect(await screen.findByText('No runs yet')).toBeVisible();
});

describe('filter of the run history', () => {
  const all = [
    aRun('r1', { channel: 'voice' }),
    aRun('r2', { channel: 'webhook', outcome: 'throttled' }),
    aRun('r3', { channel: 'webhook' }),
  ];
  const filtering = () =>
    aServer({
      ...anasServer(),
      [runs]: ({ query }) => {
        const asked = new URLSearchParams(query);
        const channel = asked.get('channel');
        const end = asked.get('outcome');
        const items = all.filter(
          (run) =>
            (!channel || run.channel === channel) && (!end || end === (run.outcome === 'sent' ? 'sent' : 'notSent')),
        );
        return { json: { items } };
      },
    });
  const rows = () =>
    screen.findByRole('list', { name: 'Run history' }).then((list) => within(list).getAllByRole('listitem'));

  test('filters on the server, keeps the filter in the address, and removes it when the drawer closes', async () => {
    const server = filtering();
    const user = await show();
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Started by' }), 'Webhook');
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'Not sent');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(window.location.search).toBe('?runs=good-night&channel=webhook&outcome=notSent');
    expect(server.sent(runs).at(-1)?.query).toBe('?channel=webhook&outcome=notSent');
    const asked = server.sent(runs).length;
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.search).toBe('');
    expect(server.sent(runs)).toHaveLength(asked);
  });

  test.each([
    ['a trigger that does not confirm', {}, []],
    [
      'a trigger that confirms its runs',
      { receipt: { since: '2026-03-01T10:00:00.000Z', heard: 0, silent: 0 } },
      ['Ran', 'Sent, no answer yet', 'Sent, no answer', 'Answer without a clear run'],
    ],
  ])('offers the possible outcomes for %s', async (_, changes, answers) => {
    aServer({
      ...anasServer(),
      'GET /api/triggers': { json: [aTrigger({ name: 'Good night', ...changes })] },
      [runs]: { json: { items: all } },
    });
    await show({ at: '/triggers?runs=good-night' });
    const outcome = await screen.findByRole('combobox', { name: 'Outcome' });
    await rows();
    expect(
      within(outcome)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All', ...answers, 'Sent to Alexa', 'Maybe sent', 'Not sent']);
  });

  test('offers the ends of answered runs while the history has some, also where none is shown', async () => {
    const answered = aRun('r1', { answer: 'ran', ranMs: 2_400 });
    const server = aServer({ ...anasServer(), [runs]: { json: { items: [answered] } } });
    const user = await show();
    const outcome = await screen.findByRole('combobox', { name: 'Outcome' });
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    server.answer(runs, { json: { items: [] } });
    await user.selectOptions(outcome, 'Sent to Alexa');
    expect(await screen.findByText('No runs match')).toBeVisible();
    await user.selectOptions(outcome, 'Answer without a clear run');
    expect(server.sent(runs).at(-1)?.query).toBe('?outcome=shared');
  });

  test('reads the filter from the address and ignores unknown values', async () => {
    const server = filtering();
    await show({ at: '/triggers?q=good&runs=good-night&channel=voice&outcome=perhaps' });
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.getByRole('combobox', { name: 'Started by' })).toHaveDisplayValue('Voice');
    expect(screen.getByRole('combobox', { name: 'Outcome' })).toHaveDisplayValue('All');
    expect(server.sent(runs).at(-1)?.query).toBe('?channel=voice');
  });

  test('shows that no run matches, and clears the filter', async () => {
    filtering();
    const user = await show({ at: '/triggers?q=good&runs=good-night&channel=group' });
    expect(await screen.findByText('No runs match')).toBeVisible();
    expect(screen.getByText('Change or clear the filter to see other runs.')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('No runs shown');
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    expect(screen.getByRole('combobox', { name: 'Started by' })).toHaveFocus();
    expect(window.location.search).toBe('?q=good&runs=good-night');
  });

  test('searches older runs on request when none has matched so far', async () => {
    const server = aServer({ ...anasServer(), [runs]: { json: { items: [], cursor: 'older' } } });
    const user = await show({ at: '/triggers?runs=good-night&channel=group' });
    expect(await screen.findByText('None of the newest runs match. Older ones may.')).toBeVisible();
    server.answer(runs, { json: { items: [aRun('r9', { channel: 'group', who: 'Bruno' })] } });
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await rows()).toHaveLength(1);
    expect(server.sent(runs).at(-1)?.query).toBe('?channel=group&cursor=older');
  });

  test('shows no filter for a trigger that never ran', async () => {
    aServer({ ...anasServer(), [runs]: { json: { items: [] } } });
    await show();
    expect(await screen.findByText('No runs yet')).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

test('focuses the drawer first, and shows new runs after a refresh', async () => {
  const server = aServer({ ...anasServer(), [runs]: { json: { items: [aRun('r1', {})] } } });
  const user = await show();
  const drawer = await screen.findByRole('dialog', { name: 'Run history' });
  expect(drawer).toHaveFocus();
  expect(within(drawer).getByRole('heading', { level: 2, name: 'Run history' })).toBeVisible();
  expect(await within(drawer).findAllByRole('listitem')).toHaveLength(1);
  server.answer(runs, { json: { items: [aRun('r2', { channel: 'voice' }), aRun('r1', {})] } });
  await user.click(within(drawer).getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(within(drawer).getAllByRole('listitem')).toHaveLength(2));
  expect(within(drawer).getByRole('button', { name: 'Refresh' })).toHaveFocus();
});

test('retries the first and the next page on request', async () => {
  const server = aServer({ ...anasServer(), [runs]: errorReply(503, 'server.busy') });
  const user = await show();
  const drawer = await screen.findByRole('dialog', { name: 'Run history' });
  expect(await within(drawer).findByText('The runs could not be loaded.')).toBeVisible();
  server.answer(runs, { json: { items: [aRun('r1', {})], cursor: 'next' } });
  await user.click(within(drawer).getByRole('button', { name: 'Try again' }));
  expect(await within(drawer).findAllByRole('listitem')).toHaveLength(1);
  expect(drawer).toHaveFocus();
  server.answer(runs, errorReply(503, 'server.busy'));
  await user.click(within(drawer).getByRole('button', { name: 'Load more' }));
  expect(await within(drawer).findByText('The runs could not be loaded.')).toBeVisible();
  expect(within(drawer).getAllByRole('listitem')).toHaveLength(1);
  server.answer(runs, { json: { items: [aRun('r2', {})] } });
  await user.click(within(drawer).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(within(drawer).getAllByRole('listitem')).toHaveLength(2));
  expect(within(drawer).getAllByRole('listitem')[1]).toHaveFocus();
});

describe('failed run in the history', () => {
  type World = {
    skill?: AmazonAuth['skill'];
    enabled?: boolean;
    status?: string;
    mend?: AmazonAuth['mend'];
    lastExecuted?: string;
    grantedAt?: string;
  };
  const failing = (
    outcomes: readonly string[],
    { skill = 'active', mend, enabled = true, status = 'inactive', lastExecuted, grantedAt }: World = {},
  ) =>
    aServer({
      ...anasServer(),
      'GET /api/triggers': { json: [aTrigger({ name: 'Good night', enabled, ...(lastExecuted && { lastExecuted }) })] },
      'GET /api/amazon-auth': { json: anAccount(skill, { ...(mend && { mend }), ...(grantedAt && { grantedAt }) }) },
      [subscriptionCall]: { json: aSubscription(status) },
      [runs]: { json: { items: outcomes.map((outcome, index) => aRun(`r${index}`, { outcome })) } },
    });
  // After every run of these tests, however long they take.
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const runRows = async () => within(await screen.findByRole('list', { name: 'Run history' })).getAllByRole('listitem');

  test('explains each outcome', async () => {
    failing(['throttled', 'unknown', 'tooMany', 'rejected', 'echo', 'loop', 'sent']);
    await show();
    const said = (await runRows()).map((run) => run.querySelector('p')?.textContent);
    expect(said).toEqual([
      'Alexa was too busy. We did not retry, so run the trigger again.',
      'Alexa may have received it, but did not confirm in time.',
      'The trigger ran too often within a minute. Wait a moment, then run it again.',
      'Alexa did not accept our message. We are looking into it.',
      'The trigger had just run. Its own routine may have called it again, so we stopped it.',
      expect.stringMatching(/delete that action/),
      undefined,
    ]);
  });

  test.each([
    ['notLinked', 'notLinked', undefined, 'Connect Alexa', /^\/amazon-auth$/],
    ['grantRevoked', 'revoked', 'reconnect', 'Reconnect account', /^\/api\/auth\/amazon\?/],
    ['grantRevoked', 'revoked', 'reinstall', /^Open the skill page/, /^https:\/\/www\.amazon\.com\/dp\//],
    ['planRequired', 'revoked', 'reconnect', 'View plans', /^\/subscription$/],
  ] as const)('for %s with a skill that is %s and a fix to %s links the fix once', async (...given) => {
    const [outcome, skill, mend, name, to] = given;
    failing([outcome, outcome], { skill, ...(mend && { mend }) });
    await show();
    const [newest] = await runRows();
    expect(await screen.findAllByRole('link', { name })).toHaveLength(1);
    expect(within(newest ?? document.body).getByRole('link', { name })).toHaveAttribute(
      'href',
      expect.stringMatching(to),
    );
  });

  test.each(['skillNotEnabled', 'reinstallSkill'] as const)(
    'opens the skill’s page and the dialog that polls it for %s',
    async (outcome) => {
      failing([outcome], { skill: 'notEnabled' });
      const user = await showPage(withSkillDialog(TriggersPage), { at: '/triggers?runs=good-night' });
      const drawer = await screen.findByRole('dialog', { name: 'Run history' });
      const link = await within(drawer).findByRole('link', { name: /^Activate skill/ });
      expect(link).toHaveAttribute('target', '_blank');
      await user.click(link);
      expect(screen.getByText('The dialog is open')).toBeInTheDocument();
    },
  );

  test('enables a disabled trigger and removes the button', async () => {
    const server = failing(['disabled', 'disabled'], { enabled: false });
    server.answer('PATCH /api/triggers/good-night', { json: aTrigger({ name: 'Good night' }) });
    const user = await show();
    const button = await screen.findByRole('button', { name: 'Switch on' });
    server.answer('GET /api/triggers', { json: [aTrigger({ name: 'Good night' })] });
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull());
    expect(server.sent('PATCH /api/triggers/good-night')).toMatchObject([{ body: { enabled: true } }]);
    expect(screen.getByRole('dialog', { name: 'Run history' })).toHaveFocus();
  });

  test.each([
    ['disabled', { enabled: false }, ['Switch on', 'Check']],
    ['skillNotEnabled', {}, ['Show how', 'Check']],
    ['grantRevoked', { skill: 'revoked', mend: 'reconnect' }, ['Reconnect account', 'Check']],
    ['planRequired', {}, ['View plans', 'Check']],
    ['grantRevoked', {}, ['Run again', 'Check']],
    ['throttled', {}, ['Run again', 'Check', 'Service status']],
    ['throttled', { enabled: false }, ['Switch on', 'Check', 'Service status']],
    ['throttled', { skill: 'revoked', mend: 'reconnect' }, ['Reconnect account', 'Check', 'Service status']],
  ] as const)('for %s with %o offers the check after the fix', async (outcome, world, names) => {
    failing([outcome], world);
    const user = await show();
    const drawer = within(await screen.findByRole('list', { name: 'Run history' }));
    await drawer.findByText(names[0]);
    const offered = () => [...drawer.queryAllByRole('button'), ...drawer.queryAllByRole('link')];
    const inOrder = offered().toSorted((one, other) =>
      one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    expect(inOrder.map(({ textContent }) => textContent)).toEqual(names);
    await user.click(drawer.getByRole('button', { name: 'Check' }));
    expect(await screen.findByRole('dialog', { name: 'Check “Good night”' })).toBeVisible();
  });

  test('offers the check while the Amazon account is unknown', async () => {
    failing(['grantRevoked', 'skillNotEnabled']).answer('GET /api/amazon-auth', errorReply(503, 'server.busy'));
    const user = await show();
    const list = within(await screen.findByRole('list', { name: 'Run history' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Check', 'Check']);
    await user.click(list.getAllByRole('button')[1] ?? document.body);
    expect(await screen.findByRole('dialog', { name: 'Check “Good night”' })).toBeVisible();
  });

  test('offers the check while the plan is loading, then links the plans', async () => {
    const plan = late();
    failing(['planRequired']).answer(subscriptionCall, plan.route);
    const user = await show();
    const list = within(await screen.findByRole('list', { name: 'Run history' }));
    expect(list.getByRole('button', { name: 'Check' })).toBeVisible();
    plan.give({ json: aSubscription('inactive') });
    const link = await list.findByRole('link', { name: 'View plans' });
    expect(list.getAllByRole('button', { name: 'Check' })).toHaveLength(1);
    await user.click(link);
    expect(window.location.pathname).toBe('/subscription');
    expect(takePlanOrigin()).toEqual({ path: '/triggers?runs=good-night', workspaceId: home.id });
  });

  test('offers the check for an unconfirmed run until a run is confirmed', async () => {
    const server = failing([]);
    const answered = (...given: object[]) => ({
      json: { items: given.map((one, index) => aRun(`r${index}`, one)) },
    });
    server.answer(runs, answered({ answer: 'awaited' }, { answer: 'none' }, { answer: 'none' }));
    const user = await show();
    expect(await screen.findAllByRole('button', { name: 'Check' })).toHaveLength(1);
    server.answer(runs, answered({ outcome: 'unknown', answer: 'ran', ranMs: 400 }, { answer: 'none' }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Ran after 0.4 s')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
  });

  test.each([
    ['throttled', 1],
    ['unavailable', 1],
    ['tooMany', 1],
    ['unknown', 1],
    ['missed', 1],
    ['rejected', 0],
    ['loop', 0],
    ['notYou', 0],
  ] as const)('for %s shows %s buttons to run again', async (outcome, offers) => {
    const server = failing([outcome, 'sent', outcome]);
    server.answer('POST /api/triggers/good-night/execute', {
      json: { success: true, outcome: 'sent', message: 'ok', ms: 9, executionId: 'r9' },
    });
    const user = await show();
    await runRows();
    const buttons = screen.queryAllByRole('button', { name: 'Run again' });
    expect(buttons).toHaveLength(offers);
    if (!buttons[0]) return;
    server.answer(runs, { json: { items: [aRun('r9', {}), aRun('r0', { outcome })] } });
    server.answer('GET /api/triggers', { json: [aTrigger({ name: 'Good night', lastExecuted: later })] });
    await user.click(buttons[0]);
    await waitFor(async () => expect((await runRows()).at(-1)).toHaveTextContent('Sent'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull());
    expect(server.sent('POST /api/triggers/good-night/execute')).toHaveLength(1);
  });

  test('offers WhatsApp when the first success is a run again', async () => {
    failing(['throttled']).answer('POST /api/triggers/good-night/execute', {
      json: { success: true, outcome: 'sent', message: 'ok', ms: 9, executionId: 'r9' },
    });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Run again' }));
    // The open drawer hides the toast from assistive technology.
    await user.click(await screen.findByRole('button', { name: 'Add WhatsApp', hidden: true }));
    expect(window.location.pathname).toBe('/whatsapp');
  });

  test.each(['skillNotEnabled', 'reinstallSkill'] as const)(
    'shows how to enable a skill that seems active after a run with %s',
    async (outcome) => {
      failing([outcome, outcome]);
      const user = await showPage(withSkillDialog(TriggersPage), { at: '/triggers?runs=good-night' });
      await user.click(await screen.findByRole('button', { name: 'Show how' }));
      expect(screen.getByText('The steps are open')).toBeInTheDocument();
    },
  );

  test.each([
    ['a later run was sent', { lastExecuted: later }, 0],
    ['Alexa gave a new permission', { grantedAt: later }, 4],
  ])('offers no fix when %s, and %s times to run again', async (_, since, offers) => {
    const server = failing(['disabled', 'skillNotEnabled', 'grantRevoked', 'planRequired'], {
      status: 'active',
      ...since,
    });
    await show();
    expect(await runRows()).toHaveLength(4);
    await waitFor(() => expect(server.sent(subscriptionCall)).not.toEqual([]));
    const drawer = screen.getByRole('dialog', { name: 'Run history' });
    expect(within(drawer).queryByRole('link')).toBeNull();
    const buttons = within(drawer).getAllByRole('button');
    const again = Array.from({ length: offers }, () => ['Run again', 'Check']).flat();
    expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
      'Close',
      'Refresh',
      ...again,
    ]);
  });
});
