import { afterEach, expect, test } from 'vitest';

import { applyLanguage } from '#web/i18n/switch-language.ts';
import { t } from '#web/i18n/texts-here.ts';

import { errorText, loadRefusals } from './error-text.ts';
import { readReply } from './read-reply.ts';

afterEach(() => applyLanguage('en'));

const json = { 'content-type': 'application/json' };
const answers = {
  'a key and a sentence': new Response('{"error":"No.","errorKey":"workspace.nameRequired"}', {
    status: 400,
    headers: json,
  }),
  'an unknown key and a sentence': new Response('{"error":"No.","errorKey":"made.up"}', { status: 409, headers: json }),
  'a message': new Response('{"message":"Not now."}', { status: 503, headers: json }),
  'a status alone': new Response('', { status: 502, statusText: 'Bad Gateway' }),
  'a long text': new Response('x'.repeat(101), { status: 500 }),
  'a page instead of data': new Response('<html>'),
  'broken data': new Response('{oops', { headers: json }),
};
const cut = 'x'.repeat(100);

const said = {
  en: {
    'a key and a sentence': 'Name is required',
    'an unknown key and a sentence': 'No.',
    'a message': 'Not now.',
    'a status alone': 'Error 502: Bad Gateway',
    'a long text': `An error occurred 500: ${cut}`,
    'a page instead of data': 'Invalid response from server',
    'broken data': 'Error processing server response',
  },
  pt: {
    'a key and a sentence': 'Nome é obrigatório',
    'a status alone': 'Erro 502: Bad Gateway',
    'a long text': `Ocorreu um erro 500: ${cut}`,
    'a page instead of data': 'Resposta inválida do servidor',
    'broken data': 'Erro ao processar a resposta do servidor',
  },
  es: {
    'a key and a sentence': 'El nombre es obligatorio',
    'a status alone': 'Error 502: Bad Gateway',
    'a long text': `Ocurrió un error 500: ${cut}`,
  },
} as const;

const cases = (['en', 'pt', 'es'] as const).flatMap((language) =>
  Object.entries(said[language]).map(([what, words]) => ({ language, what, words })),
);

test.each(cases)(
  'shows $what in $language as "$words"',
  { tags: ['spec-251.1', 'spec-253.1', 'spec-289.1', 'spec-292.1', 'spec-293.1', 'spec-294.1', 'spec-304.1'] },
  async ({ language, what, words }) => {
    await applyLanguage(language);
    await loadRefusals();
    const answer = new Map(Object.entries(answers)).get(what);
    const error: unknown = await readReply(answer?.clone() ?? Response.error()).catch((cause: unknown) => cause);
    expect(errorText(t, error)).toBe(words);
  },
);
