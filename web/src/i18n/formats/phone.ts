import { report } from '#web/platform/report.ts';

/** In characters. */
const maxLength = 250;

/**
 * Without a leading plus, the country is the region of the browser's language. The library (29 kB) loads with the first
 * number.
 */
export async function formatPhone(text: string, browserLanguage: string = navigator.language): Promise<string> {
  if (text.length > maxLength) return text;
  try {
    const { formatted } = await import('./phone-number.ts');
    return formatted(text, browserLanguage) ?? text;
  } catch (error) {
    report('phone number not formatted', error);
    return text;
  }
}
