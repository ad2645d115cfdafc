import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

/** Digits of a national number. */
const minDigits = 2;
const maxDigits = 17;

/** Undefined for a text that is not a valid number. */
export function formatPhoneNumber(text: string, browserLanguage: string): string | undefined {
  const parsed = parse(text, browserLanguage);
  const number = parsed?.isValid() ? parsed : parsed && withoutMobileOne(parsed);
  if (!number?.isValid()) return undefined;
  const { length } = number.nationalNumber;
  if (length < minDigits || length > maxDigits) return undefined;
  return withoutNinthDigit(number) ?? number.formatInternational();
}

/** With country code and leading plus. Undefined if the country is unknown or the length is wrong. */
export function dialledNumber(text: string, browserLanguage: string): string | undefined {
  const parsed = parse(text, browserLanguage);
  return parsed?.isPossible() ? parsed.number : undefined;
}

function parse(text: string, browserLanguage: string): PhoneNumber | undefined {
  if (text.trim().startsWith('+')) return parsePhoneNumberFromString(text);
  const region = regionOf(browserLanguage);
  const country = region && isSupportedCountry(region) ? region : undefined;
  return parsePhoneNumberFromString(text.replace(/\D/g, ''), country);
}

/** WhatsApp ids keep the 1 that Mexican mobile numbers had until 2019. */
function withoutMobileOne({ number, ext }: Pick<PhoneNumber, 'number' | 'ext'>): PhoneNumber | undefined {
  const [, national] = /^\+521(\d{10})$/.exec(number) ?? [];
  return national && !ext ? parsePhoneNumberFromString(`+52${national}`) : undefined;
}

type Parsed = Pick<PhoneNumber, 'countryCallingCode' | 'nationalNumber' | 'ext'>;

/**
 * WhatsApp ids omit the ninth digit of many Brazilian mobile numbers, which the library cannot group. The digit is not
 * added, because WhatsApp also shows the number without it.
 */
function withoutNinthDigit({ countryCallingCode, nationalNumber, ext }: Parsed): string | undefined {
  const [, area, first, second] = /^(\d{2})([6-9]\d{3})(\d{4})$/.exec(nationalNumber) ?? [];
  return countryCallingCode === '55' && area && !ext ? `+55 ${area} ${first} ${second}` : undefined;
}

function regionOf(browserLanguage: string): string | undefined {
  try {
    return new Intl.Locale(browserLanguage).region;
  } catch {
    return undefined;
  }
}
