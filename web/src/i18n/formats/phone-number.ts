import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

import { phonePattern, withoutMobileOne } from '#shared/rules/phone-digits.ts';

/** Digits of a national number. */
const minDigits = 2;
const maxDigits = 17;

/** Undefined for a text that is not a valid number. */
export function formatPhoneNumber(text: string, browserLanguage: string): string | undefined {
  const parsed = parse(text, browserLanguage);
  const number = parsed?.isValid() ? parsed : parsed && withoutFormerOne(parsed);
  if (!number?.isValid()) return undefined;
  const { length } = number.nationalNumber;
  if (length < minDigits || length > maxDigits) return undefined;
  return withoutNinthDigit(number) ?? number.formatInternational();
}

/**
 * With country code and leading plus. A number with a leading plus only needs a possible length. Any other has to be
 * valid, because a wrong guess of the country would send a code to a stranger.
 */
export function dialledNumber(text: string, browserLanguage: string): string | undefined {
  const written = text.trim();
  const international = written.replace(/^00/, '+');
  const parsed = parse(international, browserLanguage);
  const number = parsed && (withoutFormerOne(parsed) ?? parsed);
  const isComplete = written.startsWith('+') ? number?.isPossible() : number?.isValid() && hasAreaCode(number);
  return isComplete && number && phonePattern.test(number.number) ? number.number : undefined;
}

function parse(text: string, browserLanguage: string): PhoneNumber | undefined {
  if (text.trim().startsWith('+')) return parsePhoneNumberFromString(text);
  const region = regionOf(browserLanguage);
  const country = region && isSupportedCountry(region) ? region : undefined;
  return parsePhoneNumberFromString(text.replace(/\D/g, ''), country);
}

function withoutFormerOne({ number, ext }: Pick<PhoneNumber, 'number' | 'ext'>): PhoneNumber | undefined {
  const dialled = withoutMobileOne(number);
  return dialled === number || ext ? undefined : parsePhoneNumberFromString(dialled);
}

/** The library takes nine digits without an area code for a Brazilian service number. */
const hasAreaCode = ({ countryCallingCode, nationalNumber }: Omit<Parsed, 'ext'>): boolean =>
  countryCallingCode !== '55' || nationalNumber.length >= 10;

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
