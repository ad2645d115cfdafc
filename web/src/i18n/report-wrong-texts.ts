import { report } from '#web/platform/report.ts';
import { whenIdle } from '#web/platform/when-idle.ts';

import type { Language } from './languages.ts';

/**
 * Compares a language file with the shape of the English one when idle, and reports the wrong paths; the app goes on.
 */
export function reportWrongTexts(file: string, language: Language, texts: unknown): void {
  const check = async () => {
    const { wrongPaths } = await import('./text-schema.ts');
    const wrong = wrongPaths(file, texts);
    if (wrong.length > 0) report(`texts ${language}/${file}: ${wrong.join(', ')}`);
  };
  whenIdle(() => void check());
}
