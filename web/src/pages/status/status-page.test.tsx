import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { ChannelHistory, ChannelStatus, DayStatus, StatusDays } from '#shared/contracts/status.ts';
import type { Language } from '#web/i18n/languages.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { measuredHours, percentOf, shownDays, timeOf } from './days.ts';
import { overallOf, type StatusNow } from './overall.tsx';
import { StatusPage } from './status-page.tsx';

const [now, days] = ['GET /api/status', 'GET /api/status/days'];
const at = new Date().toISOString();
const today = '2026-03-04';

const aChannel = (more: Partial<ChannelStatus> = {}): ChannelStatus => ({
  channel: 'webhook',
  state: 'up',
  since: at,
  lastWorked: at,
  latencyMs: null,
  ...more,
});
const aStatus = (more: Partial<StatusNow> = {}): StatusNow => ({
  asOf: at,
  channels: [aChannel()],
  homesSilentSince: null,
  ...more,
});
const aDay = (day: string, more: Partial<DayStatus> = {}): DayStatus => ({
  day,
  state: 'up',
  troubleMinutes: 0,
  watchedMinutes: 1440,
  reached: null,
  latencyMs: null,
  ...more,
});
const aHistory = (all: readonly DayStatus[], more: Partial<ChannelHistory> = {}): StatusDays => ({
  today,
  channels: [{ channel: 'webhook', reached: null, latencyMs: null, days: [...all], ...more }],
  homes: null,
});

const show = (language: Language = 'en') => showPage(StatusPage, { at: '/status', language });

test.each([
  [
    'en',
    'Service status',
    'No problems detected',
    'Not working · 95 minutes · Reached Alexa: 91.2%',
    'Show as a table',
  ],
  [
    'pt',
    'Status do serviço',
    'Nenhum problema detectado',
    'Fora do ar · 95 minutos · Chegaram à Alexa: 91,2%',
    'Mostrar como tabela',
  ],
  [
    'es',
    'Estado del servicio',
    'No se detectan problemas',
    'No funciona · 95 minutos · Llegaron a Alexa: 91.2%',
    'Mostrar como tabla',
  ],
] as const)(
  'shows in %s the current state, and each of ninety days by keyboard and as a table',
  async (language, title, well, bad, table) => {
    const all = [aDay('2026-03-03', { state: 'down', troubleMinutes: 95, reached: 0.912 }), aDay(today)];
    aServer({ [now]: { json: aStatus() }, [days]: { json: aHistory(all) } });
    const user = await show(language);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await screen.findByText(well)).toBeVisible();
    const slider = await screen.findByRole('slider');
    slider.focus();
    expect(slider).toHaveAttribute('max', '89');
    fireEvent.change(slider, { target: { value: '88' } });
    expect(slider.getAttribute('aria-valuetext')).toContain(bad);
    await user.click(screen.getByText(table));
    const found = await screen.findByRole('table');
    expect(within(found).getAllByRole('row')).toHaveLength(91);
  },
);

test('shows figures only for enough runs, and homes only when published', async () => {
  const few = aHistory([aDay(today)]);
  const server = aServer({ [now]: { json: aStatus() }, [days]: { json: few } });
  await show();
  expect(await screen.findAllByText('Too few runs')).toHaveLength(3);
  expect(screen.getByText(/^Not published yet\./)).toBeVisible();
  expect(new Set(server.heard.map(({ path }) => path))).toEqual(new Set(['/api/status', '/api/status/days']));
});

test('shows the figures of twenty homes and many runs', async () => {
  const latencyMs = { p50: 150, p95: 1500 };
  const json = aHistory([aDay(today)], { reached: 0.999, latencyMs });
  aServer({
    [now]: { json: aStatus() },
    [days]: { json: { ...json, homes: { latencyMs: { p50: 2000, p95: 24_000 }, days: 1 } } },
  });
  await show();
  expect(await screen.findByText('99.9%')).toBeVisible();
  for (const value of ['150\u00A0ms', '1.5\u00A0s', '2\u00A0s', '24\u00A0s', 'From 1 day']) {
    expect(screen.getByText(value, { normalizer: (text) => text })).toBeVisible();
  }
});

test('shows that the state is unknown when it cannot be loaded, and retries', async () => {
  const busy = errorReply(503, 'server.busy');
  const server = aServer({ [now]: busy, [days]: busy });
  const user = await show();
  expect(await screen.findByText('The status could not be loaded.')).toBeVisible();
  expect(screen.getByText('The last 90 days could not be loaded.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Webhook' })).toBeNull();
  server.answer(now, { json: aStatus() });
  const [again] = screen.getAllByRole('button', { name: 'Try again' });
  if (again) await user.click(again);
  expect(await screen.findByText('No problems detected')).toBeVisible();
  expect(screen.queryByText('The status could not be loaded.')).toBeNull();
  expect(screen.getByText('The last 90 days could not be loaded.')).toBeVisible();
});

test.each<[string, StatusNow]>([
  ['down', aStatus({ channels: [aChannel(), aChannel({ state: 'down' })], homesSilentSince: at })],
  ['homes', aStatus({ channels: [aChannel({ state: 'degraded' })], homesSilentSince: at })],
  ['degraded', aStatus({ channels: [aChannel(), aChannel({ state: 'degraded' })] })],
  ['up', aStatus({ channels: [aChannel({ state: 'idle' }), aChannel()] })],
  ['idle', aStatus({ channels: [aChannel({ state: 'idle' }), aChannel({ state: 'unknown' })] })],
  ['unknown', aStatus({ channels: [aChannel({ state: 'unknown' })] })],
  ['unknown', aStatus({ asOf: null, channels: [aChannel({ state: 'unknown' })] })],
])('shows the worst known state: %s', (overall, status) => {
  expect(overallOf(status)).toBe(overall);
});

test('includes unmeasured days, and marks partly measured ones', () => {
  const shown = shownDays(today, [aDay('2026-03-03', { watchedMinutes: 600 }), aDay(today, { watchedMinutes: 5 })]);
  expect([shown.length, shown[0]?.day, shown[0]?.seen, shown.at(-1)?.day]).toEqual([
    90,
    '2025-12-05',
    undefined,
    today,
  ]);
  expect(shown.slice(-2).map((each) => measuredHours(each, today))).toEqual([10, undefined]);
});

test('formats shares and times in each language', () => {
  expect([percentOf(0.999, 'en'), percentOf(1, 'pt')]).toEqual(['99.9%', '100%']);
  expect([timeOf(750, 'en'), timeOf(1500, 'pt'), timeOf(10_000, 'es')]).toEqual([
    '750\u00A0ms',
    '1,5\u00A0s',
    '10\u00A0s',
  ]);
});
