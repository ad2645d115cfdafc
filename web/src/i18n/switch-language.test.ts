import { beforeEach, expect, test, vi } from 'vitest';

import { languageKey } from './languages.ts';
import { loadPageTexts } from './load-texts.ts';
import { followLanguageOfOtherTabs, speak, switchLanguage } from './switch-language.ts';
import { languageNow, onLanguageChange, t } from './texts-here.ts';

beforeEach(async () => {
  localStorage.clear();
  await speak('en');
});

test('when the language changes, the texts of every page that is here have come before it', async () => {
  await Promise.all([loadPageTexts(['triggers']), loadPageTexts(['dashboard', 'login'])]);
  const screens: string[][] = [];
  const end = onLanguageChange(() =>
    screens.push([t('common.close'), t('triggers.title'), t('dashboard.title'), t('login.title')]),
  );
  await switchLanguage('pt');
  await switchLanguage('es');
  end();
  expect(screens).toEqual([
    ['Fechar', 'Gatilhos', 'Painel', 'Entrar no Recado'],
    ['Cerrar', 'Disparadores', 'Panel', 'Iniciar sesión en Recado'],
  ]);
  expect([document.documentElement.lang, localStorage.getItem(languageKey)]).toEqual(['es', 'es']);
});

test('a page that comes while the language changes is here in the new one', async () => {
  const change = switchLanguage('es');
  await loadPageTexts(['amazon-auth']);
  await change;
  expect(t('amazonAuth.title')).toBe('Cuenta de Amazon');
});

test('a page that a change of language overtakes comes in the new one', async () => {
  const page = loadPageTexts(['terms']);
  await switchLanguage('pt');
  await page;
  expect(t('terms.sections.s1.heading')).toBe('O que o Recado faz');
});

test('of two choices the last one counts, even when the texts of the first come later', async () => {
  await loadPageTexts(['privacy']);
  await Promise.all([switchLanguage('pt'), switchLanguage('en')]);
  expect([languageNow(), localStorage.getItem(languageKey)]).toEqual(['en', 'en']);
});

test('this tab follows another one that changes the language, and only to a language of ours', async () => {
  const end = followLanguageOfOtherTabs(switchLanguage);
  window.dispatchEvent(new StorageEvent('storage', { key: languageKey, newValue: 'de' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'es' }));
  window.dispatchEvent(new StorageEvent('storage', { key: languageKey, newValue: 'pt' }));
  await vi.waitFor(() => expect(languageNow()).toBe('pt'));
  end();
});
