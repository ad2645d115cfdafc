import { report } from '#web/platform/report.ts';

/** Characters of a text, and digits of a national number. */
const maxLength = 250;
const minDigits = 2;
const maxDigits = 17;

/**
 * Without a leading plus the country is the region of the browser's language; the library (29 kB) loads with the first
 * number.
 */
export async function formatPhone(text: string, browserLanguage: string = navigator.language): Promise<string> {
  if (text.length > maxLength) return text;
  try {
    const { parsePhoneNumberFromString, isSupportedCountry } = await import('libphonenumber-js/min');
    const international = text.trim().startsWith('+');
    const region = regionOf(browserLanguage);
    const country = region && isSupportedCountry(region) ? region : undefined;
    const number = international
      ? parsePhoneNumberFromString(text)
      : parsePhoneNumberFromString(text.replace(/\D/g, ''), country);
    if (!number?.isValid()) return text;
    const { length } = number.nationalNumber;
    return length >= minDigits && length <= maxDigits ? number.formatInternational() : text;
  } catch (error) {
    report('phone number not formatted', error);
    return text;
  }
}

function regionOf(browserLanguage: string): string | undefined {
  try {
    return new Intl.Locale(browserLanguage).region;
  } catch {
    return undefined;
  }
}
