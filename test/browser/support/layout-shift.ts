import type { Page } from '@playwright/test';

/** Sums the layout shifts from the next visit on. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { sum: 0 };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const moved = 'hadRecentInput' in entry && entry.hadRecentInput === true;
        if (!moved && 'value' in entry && typeof entry.value === 'number') seen.sum += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const seen: unknown = Reflect.get(window, 'shifts');
      return typeof seen === 'object' && seen !== null && 'sum' in seen ? Number(seen.sum) : Number.NaN;
    });
}
