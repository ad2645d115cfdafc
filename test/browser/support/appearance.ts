import type { Page } from '@playwright/test';

export const languageCodes = ['en', 'pt', 'es'] as const;
export type LanguageCode = (typeof languageCodes)[number];
export const locales: Readonly<Record<LanguageCode, string>> = { en: 'en-US', pt: 'pt-BR', es: 'es' };

export const themes = ['dark', 'light'] as const;
export type ShownTheme = (typeof themes)[number];

/** Waits for blocking requests, skeletons and transitions. Endless motion does not count. */
export async function atRest(page: Page, { skeletons = false } = {}): Promise<void> {
  await page.waitForFunction((mayLoad) => {
    const finite = (motion: Animation) => motion.effect?.getComputedTiming().iterations !== Infinity;
    const moving = document.getAnimations().some((motion) => motion.playState === 'running' && finite(motion));
    const loading = document.querySelector('[data-blocking], .animate-shimmer') !== null;
    return document.readyState === 'complete' && !moving && (mayLoad || !loading);
  }, skeletons);
}

/** Changes the theme as another tab would, so that what is open stays open. */
export async function setTheme(page: Page, theme: ShownTheme): Promise<void> {
  await asOtherTab(page, 'theme', theme);
  await page.locator(`html.${theme}`).waitFor();
}

export async function setLanguage(page: Page, language: LanguageCode): Promise<void> {
  await asOtherTab(page, 'preferredLanguage', language);
  await page.locator(`html[lang="${locales[language]}"]`).waitFor();
}

async function asOtherTab(page: Page, key: string, newValue: string): Promise<void> {
  await page.evaluate(
    (change) => {
      localStorage.setItem(change.key, change.newValue);
      window.dispatchEvent(new StorageEvent('storage', change));
    },
    { key, newValue },
  );
}
