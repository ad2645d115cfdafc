import { report } from '#web/platform/report.ts';
import { whenIdle } from '#web/platform/when-idle.ts';

import type { Language } from './languages.ts';

/**
 * Checks a language file against the shape of the English one once it is here and the
 * browser has a quiet moment. A wrong file is reported with the paths at fault; the app goes on with what it has.
 */
export function reportWrongTexts(file: string, language: Language, texts: unknown): void {
  const check = async () => {
    const { wrongPaths } = await import('./text-schema.ts');
    const wrong = wrongPaths(file, texts);
    if (wrong.length > 0) report(`texts ${language}/${file}: ${wrong.join(', ')}`);
  };
  whenIdle(() => void check());
}
