import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { parameters, type QueryEvent } from './parameters.ts';

type Headed = Pick<APIGatewayProxyEventV2, 'headers'>;

/**
 * Our secrets have at least 43 characters; schemes and most user names have fewer than 20. Quotes, line ends, invisible
 * characters and the commas of repeated headers are never part of a secret. A URL and its headers have room for 900
 * candidates.
 */
const secret = /[\w-]{20,}/g;

/**
 * Characters around a secret: underscores of italics and the encoded `=` of quoted-printable. They may also be part of
 * the secret, so both variants are tried.
 */
const marks = /^_(.*)_$|^3D/;

const secretsIn = (text: string): string[] =>
  (text.replaceAll(/%[0-9a-f]{2}/gi, ' ').match(secret) ?? []).flatMap((found) => [found, found.replace(marks, '$1')]);

/** Some clients support only user and password. We never request them, so browsers do not send them automatically. */
const basic = /\bBasic\W+([\w+/=-]+)/gi;

/** Secrets in the `Authorization` header, whatever their scheme; some clients say Basic and leave the secret as it is. */
export function bearersOf({ headers }: Headed): string[] {
  const sent = headers['authorization'] ?? '';
  const found = secretsIn(sent.replaceAll(basic, (_, pair: string) => Buffer.from(pair, 'base64').toString()));
  return [...new Set(found.length > 0 ? found : secretsIn(sent))];
}

/** Distinct secrets in the URL, followed by those in the header. */
export const tokensOf = (event: QueryEvent & Headed): string[] => [
  ...new Set([...secretsIn(parameters(event, 'token').join(' ')), ...bearersOf(event)]),
];
