import { beforeEach, expect, test, vi } from 'vitest';

import { languageKey } from './languages.ts';
import { loadPageTexts } from './load-texts.ts';
import { followLanguageOfOtherTabs, applyLanguage, switchLanguage } from './switch-language.ts';
import { languageNow, onLanguageChange, t } from './texts-here.ts';

beforeEach(async () => {
  localStorage.clear();
  await applyLanguage('en');
});

test('loads the texts of all loaded pages before the language changes', async () => {
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

test('loads a page’s texts in the new language while the language changes', async () => {
  const change = switchLanguage('es');
  await loadPageTexts(['amazon-auth']);
  await change;
  expect(t('amazonAuth.title')).toBe('Cuenta de Amazon');
});

test('loads a page’s texts in the new language when the change overtakes them', async () => {
  const page = loadPageTexts(['terms']);
  await switchLanguage('pt');
  await page;
  expect(t('terms.sections.s1.heading')).toBe('O que o Recado faz');
});

test('applies the last of two choices, even if the texts of the first arrive later', async () => {
  await loadPageTexts(['privacy']);
  await Promise.all([switchLanguage('pt'), switchLanguage('en')]);
  expect([languageNow(), localStorage.getItem(languageKey)]).toEqual(['en', 'en']);
});

test('follows another tab that changes the language, but only to a known one', async () => {
  const end = followLanguageOfOtherTabs(switchLanguage);
  window.dispatchEvent(new StorageEvent('storage', { key: languageKey, newValue: 'de' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'es' }));
  window.dispatchEvent(new StorageEvent('storage', { key: languageKey, newValue: 'pt' }));
  await vi.waitFor(() => expect(languageNow()).toBe('pt'));
  end();
});
