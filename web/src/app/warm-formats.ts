import { formatDate, formatNumber, formatWhen } from '#web/i18n/formats/dates.ts';
import type { Language } from '#web/i18n/languages.ts';
import { nextTask } from '#web/platform/next-task.ts';

/**
 * Makes the formats of a language ahead of time, each in a task of its own. The first that a browser makes takes it long (10 ms
 * on a desk, 50 on a slow telephone); while the data is on its way nobody waits for it, and drawn with the data, every touch
 * would.
 */
export async function warmFormats(language: Language): Promise<void> {
  const now = new Date().toISOString();
  const formats = [
    () => formatNumber(0, language),
    () => formatWhen(now, Date.now(), language),
    () => formatDate(now, language),
  ];
  for (const make of formats) {
    await nextTask();
    make();
  }
}
