import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { isFetchedAhead } from '#functions/platform/http/fetched-ahead.ts';

import { previewAgents } from './preview-agents.ts';

type Request = {
  headers: Readonly<Record<string, string | undefined>>;
  requestContext: { http: Pick<APIGatewayProxyEventV2['requestContext']['http'], 'method'> };
};

/**
 * Programs that fetch an address only for a preview in a chat (`WhatsApp` is Signal's too, `facebookexternalhit` also
 * Messenger's and iMessage's). Whole names that begin the line, or follow a space, a bracket or a semicolon:
 * `MyWhatsAppBridge` is a user's program.
 */
const fetcher = new RegExp(String.raw`(?:^|[\s;(])(?:${previewAgents})(?:(?<=/)|(?![\w-]))`, 'i');

/** Never a `POST`: previews and prefetches only read, and the commands of Mattermost have the user agent of its previews. */
export function isPreview({ headers, requestContext }: Request): boolean {
  const { method } = requestContext.http;
  if (method === 'HEAD') return true;
  if (method !== 'GET') return false;
  if (isFetchedAhead(headers)) return true;
  const agent = headers['user-agent'];
  return agent !== undefined && fetcher.test(agent);
}
