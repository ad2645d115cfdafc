import type { Page } from '@playwright/test';

export const languageCodes = ['en', 'pt', 'es'] as const;
export type LanguageCode = (typeof languageCodes)[number];
export const locales: Readonly<Record<LanguageCode, string>> = { en: 'en-US', pt: 'pt-BR', es: 'es' };

export const themes = ['dark', 'light'] as const;
export type ShownTheme = (typeof themes)[number];

/** Waits for blocking requests, skeletons and transitions, but not for endless animations. */
export async function atRest(page: Page, { skeletons = false } = {}): Promise<void> {
  await page.waitForFunction((mayLoad) => {
    const finite = (motion: Animation) => motion.effect?.getComputedTiming().iterations !== Infinity;
    const moving = document.getAnimations().some((motion) => motion.playState === 'running' && finite(motion));
    const loading = document.querySelector('[data-blocking], .animate-shimmer') !== null;
    return document.readyState === 'complete' && !moving && (mayLoad || !loading);
  }, skeletons);
}

type Shown = {
  language?: LanguageCode;
  theme?: ShownTheme;
  /** Set if the checked state contains skeletons, which are then not waited for. */
  skeletons?: boolean;
};

/**
 * Changes language or theme as another tab would, so that open overlays stay open, and waits until the page is drawn.
 * Finishes running animations in the same `evaluate`, because each call costs more than the change itself.
 */
export async function show(page: Page, { language, theme, skeletons = false }: Shown): Promise<void> {
  const changes = [
    ...(language ? [{ key: 'preferredLanguage', newValue: language, seen: `html[lang="${locales[language]}"]` }] : []),
    ...(theme ? [{ key: 'theme', newValue: theme, seen: `html.${theme}` }] : []),
  ];
  await page.evaluate(
    async ({ changes: wanted, mayLoad }) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      for (const { key, newValue, seen } of wanted) {
        localStorage.setItem(key, newValue);
        window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
        while (!document.querySelector(seen)) await frame();
      }
      // The page receives the change in one frame and draws it in the next.
      await frame();
      await frame();
      const isMoving = (motion: Animation) =>
        motion.playState === 'running' && motion.effect?.getComputedTiming().iterations !== Infinity;
      const isLoading = () => !mayLoad && document.querySelector('[data-blocking], .animate-shimmer') !== null;
      for (;;) {
        const moving = document.getAnimations().filter(isMoving);
        for (const motion of moving) motion.finish();
        if (moving.length === 0 && document.readyState === 'complete' && !isLoading()) return;
        await frame();
      }
    },
    { changes, mayLoad: skeletons },
  );
}
