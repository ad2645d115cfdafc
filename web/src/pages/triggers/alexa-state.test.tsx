import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { DeviceState } from '#shared/contracts/triggers.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anAccount, anasServer, aSwitchedOffSkill, aTrigger } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { TriggersPage } from './triggers-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(TriggersPage, { at: '/triggers', language });

const list = 'GET /api/triggers';
const goodNight = (alexa: DeviceState) => aTrigger({ name: 'Good night', alexa });
const serverWith = (alexa: DeviceState) => aServer({ ...anasServer(), [list]: { json: [goodNight(alexa)] } });
const failed = { state: 'failed', reason: 'alexa.unavailable', since: '2026-03-01T10:00:00Z' } as const;
const waiting = { state: 'waiting', since: '2026-03-01T10:00:00Z' } as const;

afterEach(() => vi.useRealTimers());

test.each([
  ['en', 'inAlexa', 'In Alexa'],
  ['en', 'waiting', 'Waiting'],
  ['en', 'failed', 'Failed'],
  ['en', 'skillOff', 'Skill not activated'],
  ['pt', 'inAlexa', 'Na Alexa'],
  ['pt', 'waiting', 'Aguardando'],
  ['pt', 'failed', 'Falhou'],
  ['pt', 'skillOff', 'Skill não ativada'],
  ['es', 'inAlexa', 'En Alexa'],
  ['es', 'waiting', 'En espera'],
  ['es', 'failed', 'Falló'],
  ['es', 'skillOff', 'Skill no activada'],
] as const)('shows in %s the state %s as "%s"', async (language, state, word) => {
  serverWith({ state });
  await show(language);
  expect(await screen.findByText(word)).toBeVisible();
});

test('shows no reason and no button for a trigger that Alexa knows', async () => {
  serverWith({ state: 'inAlexa', reason: 'alexa.unavailable' });
  await show();
  await screen.findByText('In Alexa');
  expect(screen.queryByText('Alexa is not responding. Try again shortly.')).toBeNull();
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
});

test('shows the reason of a failure, and reports the trigger again on request', async () => {
  const server = serverWith(failed);
  const user = await show();
  expect(await screen.findByText('Alexa is not responding. Try again shortly.')).toBeVisible();
  server.answer('POST /api/triggers/good-night/resync', () => {
    server.answer(list, { json: [goodNight(waiting)] });
    return { json: goodNight(waiting) };
  });
  await user.click(screen.getByRole('button', { name: 'Try again to send Good night to Alexa' }));
  expect(await screen.findByText('Waiting')).toBeVisible();
  expect(server.sent('POST /api/triggers/good-night/resync')).toHaveLength(1);
  expect(screen.queryByText('Failed')).toBeNull();
});

test('offers the check next to the retry button', async () => {
  serverWith(failed);
  const user = await show();
  const name = within(await screen.findByRole('rowheader'));
  await user.click(await name.findByRole('button', { name: 'Check Good night' }));
  expect(await screen.findByRole('dialog', { name: 'Check “Good night”' })).toBeVisible();
});

test('shows a general reason when none is given', async () => {
  serverWith({ state: 'failed' });
  await show('pt');
  expect(await screen.findByText('Não foi possível enviar este gatilho à Alexa.')).toBeVisible();
});

test('shows that the retry was refused, and refetches the list', async () => {
  const server = serverWith(failed);
  const user = await show();
  server.answer('POST /api/triggers/good-night/resync', errorReply(409, 'amazon.skillNotEnabled'));
  const retry = await screen.findByRole('button', { name: /^Try again/ });
  const before = server.sent(list).length;
  await user.click(retry);
  await waitFor(() =>
    expect(toastsNow()).toMatchObject([
      {
        title: 'Could not send the trigger to Alexa',
        description:
          'Alexa does not accept commands for this Amazon account. Enable the skill in the Alexa app; if it is enabled there already, disable and enable it.',
        variant: 'destructive',
        actions: [{ label: 'Check' }],
      },
    ]),
  );
  await waitFor(() => expect(server.sent(list)).toHaveLength(before + 1));
});

/** Advances in small steps, so that each reply arrives before the next timer. */
const pass = async (ms: number) => {
  for (let gone = 0; gone < ms; gone += 500) await act(() => vi.advanceTimersByTimeAsync(500));
};

test('polls a waiting trigger silently until it is settled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(waiting);
  await show();
  const waits = (await screen.findByText('Waiting')).parentElement;
  expect(waits).toHaveAccessibleDescription(/We retry automatically/);
  const before = server.sent(list).length;
  await pass(3_500);
  expect(server.sent(list)).toHaveLength(before + 1);
  expect(screen.getByRole('button', { name: 'Refresh' })).not.toHaveAttribute('aria-busy');

  server.answer(list, { json: [goodNight({ state: 'inAlexa' })] });
  await pass(3_500);
  expect(await screen.findByText('In Alexa')).toBeVisible();
  const settled = server.sent(list).length;
  await pass(60_000);
  expect(server.sent(list)).toHaveLength(settled);
});

test('polls less often after a minute and stops after ten', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(waiting);
  await show();
  await screen.findByText('Waiting');
  await pass(62_000);
  const early = server.sent(list).length;
  expect(early).toBeGreaterThanOrEqual(20);
  await pass(60_000);
  const rarer = server.sent(list).length - early;
  expect(rarer).toBeGreaterThanOrEqual(3);
  expect(rarer).toBeLessThanOrEqual(5);
  await pass(9 * 60_000);
  const all = server.sent(list).length;
  await pass(5 * 60_000);
  expect(server.sent(list)).toHaveLength(all);
  expect(screen.getByText('Waiting')).toBeVisible();
});

test('shows no message for a failed poll, but one for a failed manual refresh', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(waiting);
  const user = await show();
  await screen.findByText('Waiting');
  server.answer(list, errorReply(503, 'server.busy'));
  const before = server.sent(list).length;
  await pass(7_000);
  expect(server.sent(list).length).toBeGreaterThan(before);
  expect(toastsNow().filter(({ open }) => open)).toEqual([]);
  expect(screen.getByText('Waiting')).toBeVisible();
  vi.useRealTimers();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(toastsNow()).toMatchObject([{ title: 'Error', variant: 'destructive' }]));
});

test('shows why the skill is disabled once above the list instead of in each row', async () => {
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': { json: aSwitchedOffSkill(2.5) },
    [list]: { json: [goodNight({ state: 'skillOff', reason: 'amazon.skillDisabled' })] },
  });
  await show();
  const why = /disabled in the Alexa app\. We noticed this 2 hours ago\. Reconnect the account/;
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Reconnect account' })).toBeVisible();
  const row = screen.getByRole('row', { name: /Good night/ });
  expect(row).toHaveTextContent('Skill not activated');
  expect(within(row).queryByText(why)).toBeNull();
});

test.each(['active', 'notLinked'] as const)('shows no notice when the skill is %s', async (skill) => {
  aServer({
    ...anasServer(),
    'GET /api/amazon-auth': { json: anAccount(skill) },
    [list]: { json: [goodNight({ state: 'inAlexa' })] },
  });
  await show();
  await screen.findByText('In Alexa');
  expect(screen.queryByText('Skill not activated')).toBeNull();
});
