import { runInNewContext } from 'node:vm';

import { expect, test, vi } from 'vitest';

import { passScript } from './pass-script.ts';

/** Opens the page in a language and taps its button. Returns the text of its state. */
async function textAfterTap(language: string, reply: object, status = 200): Promise<string> {
  const element = () => ({ textContent: '', hidden: true, setAttribute: vi.fn<() => void>(), onclick: () => {} });
  const elements = new Map<string, ReturnType<typeof element>>();
  const getElementById = (id: string) => elements.get(id) ?? elements.set(id, element()).get(id);
  const replies: Record<string, object> = {
    'pass/look': { status: 200, ok: true, json: async () => ({ state: 'ready', timeZone: 'UTC' }) },
    'pass/fire': { status, ok: status === 200, json: async () => reply },
  };
  const stored = new Map<string, string>();
  runInNewContext(passScript, {
    crypto,
    document: { documentElement: {}, getElementById, title: 'Recado' },
    fetch: async (path: string) => replies[path],
    location: { hash: '#token' },
    navigator: { languages: [language] },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  const [button, state] = [elements.get('run'), elements.get('state') ?? element()];
  await vi.waitFor(() => expect(button?.hidden).toBe(false));
  const waiting = state.textContent;
  button?.onclick();
  await vi.waitFor(() => expect(['', waiting]).not.toContain(state.textContent));
  await vi.waitFor(() => expect(state.textContent).not.toMatch(/…$/));
  return state.textContent.replaceAll('\u00A0', ' ');
}

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
  ['en', { ...sent, answer: 'shared' }, 'Answered, but several runs were open.'],
] as const)('tells a guest in %s what became of %o', async (language, reply, words) => {
  expect(await textAfterTap(language, reply)).toBe(words);
});

test('does not tell a guest that a run was sent when Alexa did not confirm it', async () => {
  const reply = { outcome: 'unknown', errorKey: 'alexa.unknownOutcome', answer: 'awaited' };
  expect(await textAfterTap('en', reply, 504)).toBe('It may have worked. Look before you try again.');
});
