import { formatDate, formatNumber, formatWhen } from '#web/i18n/formats/dates.ts';
import type { Language } from '#web/i18n/languages.ts';
import { nextTask } from '#web/platform/next-task.ts';

/**
 * The first format call of a language takes up to 50 ms on a slow phone. Runs each in its own task while the data
 * loads.
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
