import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aLinkedGroup } from '#web/testing/a-number.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer, aTrigger } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { pass, until } from '#web/testing/stopped-clock.ts';

import { DashboardPage } from './dashboard-page.tsx';

const daily = 'GET /api/executions/daily';
const twoDays = [
  { day: '2026-03-01', sent: 2, failed: 1, ran: 0 },
  { day: '2026-03-02', sent: 1200, failed: 0, ran: 0 },
];

const aServerWith = (answer: { status?: number; json?: unknown }) =>
  aServer({
    ...anasServer(),
    'GET /api/triggers': { json: [aTrigger({ name: 'Good night', lastExecuted: '2026-03-04T10:00:00.000Z' })] },
    'GET /api/whatsapp-groups': { json: [aLinkedGroup(1, 'Família')] },
    [daily]: answer,
  });

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(DashboardPage, { at: '/dashboard', language });

beforeEach(() => localStorage.clear());
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

test('shows the activity as a chart and as a table with the same numbers', async () => {
  aServerWith({ json: twoDays });
  await show();
  expect(await screen.findByText('1203 runs in the last 14 days, 1 not sent')).toBeInTheDocument();
  const table = await screen.findByRole('table', { name: 'Runs per day' });
  expect(within(table).getByRole('row', { name: 'March 1 2 1' })).toBeInTheDocument();
  expect(within(table).getByRole('row', { name: 'March 2 1,200 0' })).toBeInTheDocument();
});

test('counts confirmed, unconfirmed and unclaimed runs separately', async () => {
  const answered = { awaited: 1, unanswered: 40, shared: 20 };
  aServerWith({ json: [twoDays[0], { day: '2026-03-02', sent: 1200, failed: 0, ran: 1100, ...answered }] });
  await show();
  const table = await screen.findByRole('table', { name: 'Runs per day' });
  const columns = within(table).getAllByRole('columnheader').slice(1);
  const names = [
    'Ran',
    'Answers without a clear run',
    'Sent, no answer yet',
    'Sent to Alexa',
    'Sent, no answer',
    'Not sent',
  ];
  expect(columns.map(({ textContent }) => textContent)).toEqual(names);
  expect(within(table).getByRole('row', { name: 'March 1 0 0 0 2 0 1' })).toBeInTheDocument();
  expect(within(table).getByRole('row', { name: 'March 2 1,100 20 1 39 40 0' })).toBeInTheDocument();
  const legend = within(screen.getByRole('figure')).getAllByRole('listitem', { hidden: true });
  const totals = ['1,100', '20', '1', '41', '40', '1'];
  expect(legend.map(({ textContent }) => textContent)).toEqual(names.map((name, index) => `${name}${totals[index]}`));
  const words = [
    '1,100 ran',
    '20 answers without a clear run',
    '1 with no answer yet',
    '39 sent',
    '40 with no answer',
    '0 not sent',
  ];
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', `March 2: ${words.join(', ')}`);
});

test('polls the counts only while an answer is awaited', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const day = { day: '2026-03-02', sent: 1, failed: 0, ran: 0 };
  const server = aServerWith({ json: [{ ...day, awaited: 1 }] });
  await show();
  await until(() => expect(screen.getByRole('columnheader', { name: 'Sent, no answer yet' })).toBeInTheDocument());
  server.answer(daily, { json: [{ ...day, unanswered: 1 }] });
  await pass(60_100);
  await until(() => expect(screen.getByRole('columnheader', { name: 'Sent, no answer' })).toBeInTheDocument());
  const asked = server.sent(daily).length;
  await pass(180_000);
  expect(server.sent(daily)).toHaveLength(asked);
});

test('names only the kinds that occur', async () => {
  aServerWith({
    json: [
      { day: '2026-03-01', sent: 0, failed: 0, ran: 0 },
      { day: '2026-03-02', sent: 3, failed: 0, ran: 2, unanswered: 1 },
    ],
  });
  await show();
  const table = await screen.findByRole('table', { name: 'Runs per day' });
  const columns = within(table).getAllByRole('columnheader').slice(1);
  expect(columns.map(({ textContent }) => textContent)).toEqual(['Ran', 'Sent, no answer', 'Not sent']);
  const words = /^March 2: 2 ran, 1 with no answer, 0 not sent$/;
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', expect.stringMatching(words));
});

test.each([
  ['en', ['Sent to Alexa', 'Maybe sent', 'Not sent'], /^March 1: 2 sent, 4 maybe sent, 1 not sent$/],
  ['pt', ['Enviadas à Alexa', 'Talvez enviadas', 'Não enviadas'], /: enviadas 2, talvez enviadas 4, não enviadas 1$/],
  ['es', ['Enviadas a Alexa', 'Quizás enviadas', 'No enviadas'], /: enviadas 2, quizás enviadas 4, no enviadas 1$/],
] as const)(
  'shows in %s runs that Alexa did not confirm neither as sent nor as not sent',
  async (language, names, words) => {
    aServerWith({ json: [{ day: '2026-03-01', sent: 2, maybe: 4, failed: 1, ran: 0 }] });
    await show(language);
    const table = await screen.findByRole('table');
    const columns = within(table).getAllByRole('columnheader').slice(1);
    expect(columns.map(({ textContent }) => textContent)).toEqual(names);
    expect(within(table).getByRole('row', { name: /2 4 1$/ })).toBeInTheDocument();
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', expect.stringMatching(words));
    const [sum] = screen.getAllByText(/14/).filter(({ tagName }) => tagName === 'FIGCAPTION');
    expect(sum).toHaveTextContent(/^7 .* 14 .*\b1 /);
  },
);

test('shows the chart for a day with only unconfirmed runs', async () => {
  aServerWith({ json: [{ day: '2026-03-01', sent: 0, maybe: 1, failed: 0, ran: 0 }] });
  await show();
  expect(await screen.findByRole('figure')).toBeVisible();
});

test('shows that nothing ran in the last 14 days', async () => {
  aServerWith({ json: [{ day: '2026-03-01', sent: 0, failed: 0, ran: 0 }] });
  await show();
  expect(await screen.findByText('No runs in the last 14 days')).toBeVisible();
  expect(screen.queryByRole('figure')).toBeNull();
});

test.each([
  ['en', 'Runs of one day', /^Mar\w* 2: 1,200 sent, 0 not sent$/, /^Mar\w* 1: 2 sent, 1 not sent$/],
  [
    'pt',
    'Execuções de um dia',
    /^2 de mar.*: enviadas 1\.200, não enviadas 0$/,
    /^1 de mar.*: enviadas 2, não enviadas 1$/,
  ],
  [
    'es',
    'Ejecuciones de un día',
    /^2 (?:de )?mar.*: enviadas 1,200, no enviadas 0$/,
    /^1 (?:de )?mar.*: enviadas 2, no enviadas 1$/,
  ],
] as const)(
  'moves in %s through the days by keyboard, starting with the last one',
  async (language, name, last, first) => {
    aServerWith({ json: twoDays });
    await show(language);
    const slider = await screen.findByRole('slider', { name });
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(last));
    slider.focus();
    expect(await screen.findByText(last)).toBeVisible();
    fireEvent.change(slider, { target: { value: '0' } });
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(first));
    expect(screen.getByText(first)).toBeVisible();
    slider.blur();
    await waitFor(() => expect(screen.queryByText(first)).toBeNull());
  },
);

test('retries on request when the activity cannot be loaded, and keeps the focus', async () => {
  const server = aServerWith(errorReply(503, 'server.busy'));
  const user = await show();
  expect(await screen.findByText('The activity could not be loaded.')).toBeVisible();
  server.answer(daily, { json: twoDays });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('figure')).toBeVisible();
  expect(screen.queryByText('The activity could not be loaded.')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

const drawnChart = async () => {
  await screen.findByRole('figure');
  const chart = document.querySelector('figure svg') ?? document.body;
  vi.spyOn(chart, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 128));
  return chart;
};

test('opens the runs of a day by click, and of all days by the link', async () => {
  aServerWith({ json: twoDays });
  await show();
  expect(await screen.findByRole('link', { name: 'All runs' })).toHaveAttribute('href', '/activity');
  const chart = await drawnChart();
  fireEvent.pointerDown(chart, { clientX: 150, pointerType: 'mouse' });
  fireEvent.pointerUp(chart, { clientX: 150, pointerType: 'mouse' });
  expect(window.location.pathname + window.location.search).toBe('/activity?day=2026-03-02');
});

test('shows the totals of a day at the first tap and opens its runs at the second', async () => {
  aServerWith({ json: twoDays });
  await show();
  const chart = await drawnChart();
  const tap = () => {
    fireEvent.pointerDown(chart, { clientX: 10, pointerType: 'touch' });
    fireEvent.pointerUp(chart, { clientX: 10, pointerType: 'touch' });
  };
  tap();
  expect(await screen.findByText('Mar 1: 2 sent, 1 not sent')).toBeVisible();
  expect(window.location.pathname).toBe('/dashboard');
  tap();
  expect(window.location.pathname + window.location.search).toBe('/activity?day=2026-03-01');
});

test('opens the runs of the selected day by Enter, but not of a day without runs', async () => {
  aServerWith({ json: [{ day: '2026-03-01', sent: 0, failed: 0, ran: 0 }, ...twoDays.slice(1)] });
  const user = await show();
  const slider = await screen.findByRole('slider');
  slider.focus();
  fireEvent.change(slider, { target: { value: '0' } });
  await user.keyboard('{Enter}');
  expect(window.location.pathname).toBe('/dashboard');
  fireEvent.change(slider, { target: { value: '1' } });
  await user.keyboard('{Enter}');
  expect(window.location.pathname + window.location.search).toBe('/activity?day=2026-03-02');
});
