import { report } from '../app/report.ts';
import type { Language } from './languages.ts';

/**
 * Checks a language file against the shape of the English one as soon as it arrives, without holding up the first
 * paint. A wrong file is reported with the paths at fault; the app goes on with what it has.
 */
export function reportWrongTexts(namespace: 'app' | 'legal', language: Language, texts: unknown): void {
  void import('./text-schema.ts').then(({ wrongPaths }) => {
    const wrong = wrongPaths(namespace, texts);
    if (wrong.length > 0) report(`texts ${language}/${namespace}: ${wrong.join(', ')}`);
  });
}
