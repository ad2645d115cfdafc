import type { Page } from '@playwright/test';

/** Sums the layout shifts while a page loads, and lists the elements that moved. */
export async function watchShifts(page: Page): Promise<() => Promise<{ sum: number; moved: readonly string[] }>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    let sum = 0;
    const note = (entries: readonly PerformanceEntry[]) => {
      for (const entry of entries) {
        if (!('value' in entry) || !('sources' in entry) || !Array.isArray(entry.sources)) continue;
        if ('hadRecentInput' in entry && entry.hadRecentInput) continue;
        sum += Number(entry.value);
        for (const { node } of entry.sources)
          moved.push(node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.nodeName));
      }
    };
    const watcher = new PerformanceObserver((list) => note(list.getEntries()));
    watcher.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, {
      tellShifts: () => {
        note(watcher.takeRecords());
        return { sum, moved };
      },
    });
  });
  return () =>
    page.evaluate((): { sum: number; moved: string[] } => {
      const tell: unknown = Reflect.get(window, 'tellShifts');
      if (typeof tell !== 'function') throw new Error('Nobody watched this page.');
      return tell();
    });
}
