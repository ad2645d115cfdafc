import type { APIGatewayProxyEventV2 } from 'aws-lambda';

type Event = Pick<APIGatewayProxyEventV2, 'headers' | 'queryStringParameters'>;

/** Each is compared in full, so few of them cost little. */
const maxEach = 2;

/** API Gateway joins repeated parameters and headers with commas, and a pasted secret brings spaces and line ends. */
export const listed = (text = ''): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** Some clients add the scheme to a value that has it already. */
const bearer = /^(?:Bearer\s+)+(\S+)$/i;

/** Secrets in the `Authorization` header. */
export const bearersOf = ({ headers }: Pick<Event, 'headers'>): string[] =>
  listed(headers['authorization'])
    .flatMap((part) => bearer.exec(part)?.[1] ?? [])
    .slice(0, maxEach);

/** Distinct secrets in the address and in the header, in this order. */
export const tokensOf = (event: Event): string[] => [
  ...new Set([...listed(event.queryStringParameters?.['token']).slice(0, maxEach), ...bearersOf(event)]),
];
