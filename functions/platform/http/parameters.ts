import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export type QueryEvent = Pick<APIGatewayProxyEventV2, 'rawQueryString'>;

/**
 * Values of a query parameter; the case of its name is ignored. Some clients copy `&amp;` from a page's source or join
 * URL and query with a second `?`. A second `?` separates parameters only next to `token`: other values may contain
 * one, a secret never does.
 */
export const parameters = ({ rawQueryString = '' }: Partial<QueryEvent>, name: string): string[] => {
  const query = rawQueryString
    .replaceAll(/&amp;|\?(?=token=)/gi, '&')
    .replaceAll(/(?<=^|&|%20|\+)token=[^&]*/gi, (part) => part.replaceAll(/\?|%3F|%26/gi, '&'));
  return [...new URLSearchParams(query)].flatMap(([given, value]) =>
    given.trim().toLowerCase() === name ? value : [],
  );
};
