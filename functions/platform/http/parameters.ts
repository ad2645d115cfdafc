import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export type QueryEvent = Pick<APIGatewayProxyEventV2, 'rawQueryString'>;

/**
 * Values of a parameter without regard to the case of its name. Clients copy `&amp;` from a page's source, or join
 * address and query with a second `?`; only a secret never contains one.
 */
export const parameters = ({ rawQueryString = '' }: Partial<QueryEvent>, name: string): string[] => {
  const query = rawQueryString
    .replaceAll(/&amp;|\?(?=token=)/gi, '&')
    .replaceAll(/(?<=^|&|%20|\+)token=[^&]*/gi, (part) => part.replaceAll(/\?|%3F|%26/gi, '&'));
  return [...new URLSearchParams(query)].flatMap(([given, value]) =>
    given.trim().toLowerCase() === name ? value : [],
  );
};
