import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** Key in local storage. Without a stored value the theme is dark; `boot.js` has the same default. */
export const themeKey = 'theme';

const themeColours: Record<Theme, string> = { light: '#ffffff', dark: '#14171e' };
const listeners = new Set<() => void>();

const themeOf = (stored: string | null): Theme => (stored === 'light' ? 'light' : 'dark');

export const themeNow = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light');

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Storage may be disabled; the choice then lasts for this visit.
  }
  showTheme(theme);
}

export const useTheme = (): Theme => useSyncExternalStore(listen, themeNow);

export function followThemeOfOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === themeKey) showTheme(themeOf(event.newValue));
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

function showTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.toggle('dark', theme === 'dark');
  classList.toggle('light', theme === 'light');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColours[theme]);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
