import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export type QueryEvent = Pick<APIGatewayProxyEventV2, 'rawQueryString'>;

/**
 * Values of a query parameter; the case of its name and the brackets of a list are ignored. Some clients copy `&amp;`
 * from a page's source, join URL and query with a second `?`, or separate parameters with `;`. These characters separate
 * parameters only next to `token`: other values may contain them, a secret never does.
 */
export const parameters = ({ rawQueryString = '' }: Partial<QueryEvent>, name: string): string[] => {
  const query = rawQueryString
    .replaceAll(/&amp;|(?:[?;]|%3[FB]|%26)(?=token=)/gi, '&')
    .replaceAll(/(?<=^|&|%20|\+)token=[^&]*/gi, (part) => part.replaceAll(/[?;]|%3[FB]|%26/gi, '&'));
  return [...new URLSearchParams(query)].flatMap(([given, value]) =>
    given.trim().replace('[]', '').toLowerCase() === name ? value : [],
  );
};
