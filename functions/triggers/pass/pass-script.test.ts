import { runInNewContext } from 'node:vm';

import { describe, expect, test, vi } from 'vitest';

import { passScript } from './pass-script.ts';

type Reply = { status: number; body: object } | 'lost';

/**
 * Opens the page in a language and taps its button. Each reply answers one call that fires or polls; the last reply
 * answers all further calls.
 */
async function tapped(language: string, replies: readonly Reply[]) {
  const element = () => ({ textContent: '', hidden: true, setAttribute: vi.fn<() => void>(), onclick: () => {} });
  const elements = new Map<string, ReturnType<typeof element>>();
  const getElementById = (id: string) => elements.get(id) ?? elements.set(id, element()).get(id);
  const asked: { path: string; headers: Record<string, string> }[] = [];
  let movedMs = 0;
  class MovedDate extends Date {
    static override now = () => Date.now() + movedMs;
  }
  const fired = async (path: string, headers: Record<string, string> = {}) => {
    const reply = replies[Math.min(asked.push({ path, headers }), replies.length) - 1];
    if (reply === undefined || reply === 'lost') throw new TypeError('Failed to fetch');
    return { status: reply.status, ok: reply.status === 200, json: async () => reply.body };
  };
  const ready = { status: 200, ok: true, json: async () => ({ state: 'ready', timeZone: 'UTC' }) };
  const stored = new Map<string, string>();
  const timers: { go: () => void; ms: number }[] = [];
  runInNewContext(passScript, {
    crypto,
    Date: MovedDate,
    document: { documentElement: {}, getElementById, title: 'Recado' },
    fetch: async (path: string, { headers }: { headers?: Record<string, string> }) =>
      path === 'pass/look' ? ready : fired(path, headers),
    location: { hash: '#token' },
    navigator: { languages: [language] },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
    setTimeout: (go: () => void, ms: number) => timers.push({ go, ms }),
  });
  const [button, state] = [elements.get('run'), elements.get('state') ?? element()];
  const tap = async (): Promise<void> => {
    await vi.waitFor(() => expect(button?.hidden).toBe(false));
    const waiting = state.textContent;
    button?.onclick();
    await vi.waitFor(() => expect(['', waiting]).not.toContain(state.textContent));
    await vi.waitFor(() => expect(state.textContent).not.toMatch(/…$/));
  };
  await tap();
  const said = () => state.textContent.replaceAll('\u00A0', ' ');
  return {
    said,
    tap,
    asked,
    timers,
    passTime: (ms: number) => void (movedMs += ms),
    /** Runs the next poll once it is planned. */
    async look(): Promise<void> {
      await vi.waitFor(() => expect(timers).not.toEqual([]));
      const before = asked.length;
      timers.shift()?.go();
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before));
    },
  };
}

const textAfterTap = async (language: string, body: object, status = 200): Promise<string> =>
  (await tapped(language, [{ status, body }])).said();

const sent = { outcome: 'sent' };

test.each([
  ['en', sent, 'Done: the command was sent.'],
  ['en', { ...sent, answer: 'ran', ranMs: 2430 }, 'Ran after 2.4 s.'],
  ['pt-BR', { ...sent, answer: 'ran', ranMs: 2430 }, 'Executado após 2,4 s.'],
  ['es-MX', { ...sent, answer: 'ran', ranMs: 20 }, 'Ejecutado tras 0.1 s.'],
  ['en', { ...sent, answer: 'ran', ranMs: 125_000 }, 'Ran after 2 min.'],
  ['en', { outcome: 'unknown', answer: 'ran', ranMs: 2430 }, 'Ran after 2.4 s.'],
  ['en', { ...sent, answer: 'awaited' }, 'Sent, no answer yet.'],
  ['en', { ...sent, answer: 'none' }, 'Sent, no answer.'],
  ['pt-BR', { ...sent, answer: 'none' }, 'Enviado, sem resposta.'],
  ['en', { ...sent, answer: 'shared' }, 'Answer without a clear run.'],
] as const)('shows a guest in %s the result of %o', async (language, reply, words) => {
  expect(await textAfterTap(language, reply)).toBe(words);
});

test.each([
  ['en', 'Answer without a clear run.'],
  ['pt-BR', 'Resposta sem execução definida.'],
  ['es-MX', 'Respuesta sin ejecución definida.'],
])('shows a guest in %s that several runs were open when Alexa did not confirm the run', async (language, words) => {
  const reply = { outcome: 'unknown', errorKey: 'alexa.unknownOutcome', answer: 'shared' };
  expect(await textAfterTap(language, reply, 504)).toBe(words);
});

test('does not show a run as sent when Alexa did not confirm it', async () => {
  const reply = { outcome: 'unknown', errorKey: 'alexa.unknownOutcome', answer: 'awaited' };
  expect(await textAfterTap('en', reply, 504)).toBe('It may have worked. Look before you try again.');
});

describe('awaited answers', () => {
  const awaited = { status: 200, body: { ...sent, answer: 'awaited' } };
  const unsure = { status: 504, body: { outcome: 'unknown', errorKey: 'alexa.unknownOutcome', answer: 'awaited' } };
  const ran = { status: 200, body: { ...sent, answer: 'ran', ranMs: 42_000 } };

  test('polls every ten seconds without firing until the routine answers', async () => {
    const busy = [429, 503].map((status) => ({ status, body: {} }));
    const page = await tapped('en', [awaited, awaited, 'lost', ...busy, ran]);
    expect(page.said()).toBe('Sent, no answer yet.');
    for (const _ of [1, 2, 3, 4]) {
      await page.look();
      expect(page.said()).toBe('Sent, no answer yet.');
    }
    await page.look();
    await vi.waitFor(() => expect(page.said()).toBe('Ran after 42 s.'));
    expect(page.timers).toEqual([]);
    const [tap, ...others] = page.asked;
    const key = tap?.headers['idempotency-key'];
    expect([tap?.path, tap?.headers['prefer'], typeof key]).toEqual(['pass/fire', 'wait=8', 'string']);
    expect(others.map(({ path }) => path)).toEqual(Array(5).fill(`pass/answer?id=${key}`));
  });

  test('polls for an hour, but not after the page was frozen for longer', async () => {
    const page = await tapped('en', [awaited]);
    page.passTime(3590_000);
    await page.look();
    await vi.waitFor(() => expect(page.timers).toHaveLength(1));
    page.passTime(86_400_000);
    page.timers.shift()?.go();
    expect([page.asked.length, page.timers]).toEqual([2, []]);
    expect(page.said()).toBe('Sent, no answer yet.');
  });

  test('polls when Alexa did not confirm the run', async () => {
    const page = await tapped('pt', [
      unsure,
      { status: 200, body: { outcome: 'unknown', answer: 'ran', ranMs: 9_000 } },
    ]);
    expect(page.said()).toBe('Talvez tenha funcionado. Verifique antes de tentar de novo.');
    await page.look();
    await vi.waitFor(() => expect(page.said()).toBe('Executado após 9 s.'));
  });

  test.each([
    [200, { ...sent, answer: 'none' }, 'Sent, no answer.'],
    [200, sent, 'Done: the command was sent.'],
    [409, { errorKey: 'trigger.alreadyRunning' }, 'Sent, no answer yet.'],
    [504, { outcome: 'unknown', answer: 'none' }, 'It may have worked. Look before you try again.'],
    [504, { outcome: 'unknown', answer: 'shared' }, 'Answer without a clear run.'],
    [504, { outcome: 'unknown' }, 'It may have worked. Look before you try again.'],
    [404, {}, 'This pass is not valid. Ask whoever gave it to you for another one.'],
  ])('stops polling after %i and %o', async (status, body, words) => {
    const page = await tapped('en', [status === 504 ? unsure : awaited, { status, body }]);
    await page.look();
    await vi.waitFor(() => expect(page.said()).toBe(words));
    await new Promise(setImmediate);
    expect(page.timers).toEqual([]);
  });

  test('stops polling once another run was started', async () => {
    const page = await tapped('en', [awaited, { status: 200, body: { ...sent, answer: 'shared' } }, ran]);
    await page.tap();
    expect(page.said()).toBe('Answer without a clear run.');
    page.timers.shift()?.go();
    expect(page.asked.map(({ path }) => path)).toEqual(['pass/fire', 'pass/fire']);
    expect(page.said()).toBe('Answer without a clear run.');
    expect(page.timers).toEqual([]);
  });
});
