import { phonePattern, withoutMobileOne } from '#shared/rules/phone-digits.ts';
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
    const { formatPhoneNumber } = await import('./phone-number.ts');
    return formatPhoneNumber(text, browserLanguage) ?? text;
  } catch (error) {
    report('phone number not formatted', error);
    return text;
  }
}

/** The number to dial, in the form of `+5511955500001`; undefined if the text is none. */
export async function dialledPhone(text: string, browserLanguage = navigator.language): Promise<string | undefined> {
  if (text.length > maxLength) return undefined;
  try {
    const { dialledNumber } = await import('./phone-number.ts');
    return dialledNumber(text, browserLanguage);
  } catch (error) {
    report('phone number not read', error);
    const digits = text.replace(/[^+\d]/g, '');
    return digits.startsWith('+') && phonePattern.test(digits) ? withoutMobileOne(digits) : undefined;
  }
}
