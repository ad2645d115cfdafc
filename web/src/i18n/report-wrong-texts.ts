import { report } from '#web/platform/report.ts';
import { whenIdle } from '#web/platform/when-idle.ts';

import type { Language } from './languages.ts';

/**
 * When idle, compares a language file with the shape of the English one and reports wrong paths. The app keeps running.
 */
export function reportWrongTexts(file: string, language: Language, texts: unknown): void {
  const check = async () => {
    const { wrongPaths } = await import('./text-schema.ts');
    const wrong = wrongPaths(file, texts);
    if (wrong.length > 0) report(`texts ${language}/${file}: ${wrong.join(', ')}`);
  };
  whenIdle(() => void check());
}
