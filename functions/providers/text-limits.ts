import * as z from 'zod/mini';

/** Limits for texts from third parties. The limits for names are in `shared/rules/names.ts`. */

/**
 * For ids and other values that are stored or logged. Google, Alexa and Stripe promise at most 255 characters. In UTF-8
 * these take up to 1,020 bytes, half of the limit of a partition key (2,048).
 */
export const maxIdentifier = 255;
export const identifier = z.string().check(z.maxLength(maxIdentifier));

/**
 * Amazon promises at most 2,048 bytes. The limit is twice that, because rejecting a longer token would stop all runs.
 */
export const oauthToken = z.string().check(z.maxLength(4096));

/** Stored and shown on a page. Many servers reject longer URLs. */
export const pictureUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(2048));

/** 256 octets including the angle brackets. https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1.3 */
const maxEmail = 254;

/** A longer address cannot receive mail, and a shortened one may belong to another person. */
export const emailAddress = (text: string | null | undefined): string | undefined =>
  text && text.length <= maxEmail ? text : undefined;
