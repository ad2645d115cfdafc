import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { isFetchedAhead } from '#functions/platform/http/fetched-ahead.ts';

type Request = {
  headers: Readonly<Record<string, string | undefined>>;
  requestContext: { http: Pick<APIGatewayProxyEventV2['requestContext']['http'], 'method'> };
};

/**
 * Programs that fetch an address only for a preview in a chat (`WhatsApp` is Signal's too, `facebookexternalhit` also
 * Messenger's and iMessage's). Whole names: `MyWhatsAppBridge` is a person's program, `Slackbot` a command.
 */
const fetchers = [
  String.raw`WhatsApp\/\d[\w.]*( [A-Z])?$`,
  String.raw`facebookexternalhit\/`,
  String.raw`Facebot\b`,
  String.raw`meta-externalfetcher\/`,
  String.raw`Twitterbot\/`,
  String.raw`TelegramBot \(like TwitterBot\)`,
  String.raw`Slackbot-LinkExpanding\b`,
  String.raw`Slack-ImgProxy\b`,
  String.raw`Discordbot\/`,
  String.raw`LinkedInBot\/`,
  String.raw`SkypeUriPreview\b`,
  String.raw`Viber\/`,
  String.raw`Google-PageRenderer\b`,
  String.raw`Mattermost-Bot\/`,
  String.raw`ZulipURLPreview\/`,
  String.raw`Synapse \(bot;`,
  String.raw`Rocket\.Chat\/`,
  String.raw`Snap URL Preview Service\b`,
  String.raw`vkShare\b`,
  String.raw`redditbot\/`,
];

// A name begins the line, or follows a space, a bracket or a semicolon.
const fetcher = new RegExp(String.raw`(?:^|[\s;(])(?:${fetchers.join('|')})`, 'i');

/** Never a `POST`: previews and prefetches only read, and the commands of Mattermost have the user agent of its previews. */
export function isPreview({ headers, requestContext }: Request): boolean {
  const { method } = requestContext.http;
  if (method === 'HEAD') return true;
  if (method !== 'GET') return false;
  if (isFetchedAhead(headers)) return true;
  const agent = headers['user-agent'];
  return agent !== undefined && fetcher.test(agent);
}
