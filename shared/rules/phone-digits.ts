/** A number with its country code, which never starts with 0. */
export const phonePattern = /^\+?[1-9]\d{7,14}$/;

/**
 * Mexican mobile numbers had a 1 after the country code until 2019. WhatsApp ids and address books keep it, but the
 * number to dial has no 1.
 */
export const withoutMobileOne = (phone: string): string => phone.replace(/^(\+?52)1(?=\d{10}$)/, '$1');
