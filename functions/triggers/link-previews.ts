import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { isFetchedAhead } from '#functions/platform/http/fetched-ahead.ts';

import { previewAgents } from './preview-agents.ts';

type Request = {
  headers: Readonly<Record<string, string | undefined>>;
  requestContext: { http: Pick<APIGatewayProxyEventV2['requestContext']['http'], 'method'> };
};

/**
 * User agents of programs that fetch an address only for a preview in a chat. Signal also uses `WhatsApp`, and
 * Messenger and iMessage use `facebookexternalhit`. Matches only whole names at the start, or after a space, bracket or
 * semicolon, because `MyWhatsAppBridge` is a user's program.
 */
const fetcher = new RegExp(String.raw`(?:^|[\s;(])(?:${previewAgents})(?:(?<=/)|(?![\w-]))`, 'i');

/**
 * Never true for `POST`: previews and prefetches only read, and Mattermost's commands have the user agent of its
 * previews.
 */
export function isPreview({ headers, requestContext }: Request): boolean {
  const { method } = requestContext.http;
  if (method === 'HEAD') return true;
  if (method !== 'GET') return false;
  if (isFetchedAhead(headers)) return true;
  const agent = headers['user-agent'];
  return agent !== undefined && fetcher.test(agent);
}
