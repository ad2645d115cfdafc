import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { parameters, type QueryEvent } from './parameters.ts';

type Headed = Pick<APIGatewayProxyEventV2, 'headers'>;

/**
 * Our secrets have 43 characters or more; schemes and most user names have fewer than these. Quotes, line ends, invisible
 * characters and commas of repeated headers are no part of one. An address and its headers have room for 900.
 */
const secret = /[\w-]{20,}/g;

const secretsIn = (text: string): string[] => text.replaceAll(/%[0-9a-f]{2}/gi, ' ').match(secret) ?? [];

/** Some clients only know user and password. We never ask for them, so no browser sends them by itself. */
const basic = /\bBasic\s+([\w+/=-]+)/gi;

/** Secrets in the `Authorization` header, whatever their scheme. */
export const bearersOf = ({ headers }: Headed): string[] => [
  ...new Set(
    secretsIn(
      (headers['authorization'] ?? '').replaceAll(basic, (_, pair: string) => Buffer.from(pair, 'base64').toString()),
    ),
  ),
];

/** Distinct secrets in the address and in the header, in this order. */
export const tokensOf = (event: QueryEvent & Headed): string[] => [
  ...new Set([...secretsIn(parameters(event, 'token').join(' ')), ...bearersOf(event)]),
];
