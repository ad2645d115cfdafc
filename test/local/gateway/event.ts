import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { Match } from './routes.ts';

/** The CDN forwards every header except `Host`. */
export const apiHost = 'local.execute-api.us-east-1.amazonaws.com';
export const stage = 'prod';

export type CdnHeaders = { originSecret: string };
export const originSecretHeader = 'x-origin-secret';
export const viewerAddressHeader = 'x-viewer-address';

export type Incoming = {
  method: string;
  path: string;
  query: string;
  rawHeaders: readonly string[];
  address: string;
  body: Buffer | undefined;
};

/** Payload format 2.0: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
export function eventOf(
  incoming: Incoming,
  match: Match<unknown>,
  cdn: CdnHeaders,
  requestId: string,
  now: number,
): APIGatewayProxyEventV2 {
  const { headers, cookies } = readHeaders(incoming.rawHeaders);
  const userAgent = headers['user-agent'] ?? '';
  headers.host = apiHost;
  headers[originSecretHeader] = cdn.originSecret;
  headers[viewerAddressHeader] = incoming.address;
  headers['x-forwarded-for'] = incoming.address;
  headers['x-forwarded-proto'] = 'https';
  headers['x-forwarded-port'] = '443';
  const text = incoming.body && isText(headers['content-type']);
  return {
    version: '2.0',
    routeKey: match.routeKey,
    rawPath: incoming.path,
    rawQueryString: incoming.query,
    ...(cookies && { cookies }),
    headers,
    ...(incoming.query && { queryStringParameters: readQuery(incoming.query) }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: apiHost,
      domainPrefix: 'local',
      http: {
        method: incoming.method,
        path: incoming.path,
        protocol: 'HTTP/1.1',
        sourceIp: incoming.address,
        userAgent,
      },
      requestId,
      routeKey: match.routeKey,
      stage,
      time: timeOf(now),
      timeEpoch: now,
    },
    ...(match.params && { pathParameters: match.params }),
    ...(incoming.body && { body: incoming.body.toString(text ? 'utf8' : 'base64') }),
    isBase64Encoded: incoming.body !== undefined && !text,
  };
}

/** Connection headers end at the CDN, and a viewer cannot send the last two. */
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  originSecretHeader,
  viewerAddressHeader,
]);

function readHeaders(raw: readonly string[]): { headers: Record<string, string>; cookies: string[] | undefined } {
  const headers = new Map<string, string>();
  let cookies: string[] | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    if (notForwarded.has(name)) continue;
    if (name === 'cookie') cookies = [...(cookies ?? []), ...value.split(/;\s*/).filter(Boolean)];
    else headers.set(name, joined(headers.get(name), value));
  }
  return { headers: Object.fromEntries(headers), cookies };
}

function readQuery(query: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) values.set(name, joined(values.get(name), value));
  return Object.fromEntries(values);
}

/** The name may be a property of every object, such as `constructor`. */
const joined = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before},${value}`;

/** As observed on AWS: all other types arrive in base64. */
const textTypes = /^(?:text\/|application\/(?:json|xml|javascript)(?:\s*;|\s*$))/i;
const isText = (type: string | undefined): boolean => type !== undefined && textTypes.test(type);

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

/** For example `20/Nov/2026:09:05:01 +0000`. */
function timeOf(now: number): string {
  const at = new Date(now);
  const day = `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  return `${day}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
}
