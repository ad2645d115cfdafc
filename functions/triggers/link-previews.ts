type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Programs that fetch an address only to show a preview of it in a chat, as they name themselves. Whole names, never
 * parts: `MyWhatsAppBridge/1.0` is somebody's own program, and `Slackbot 1.0` is a slash command that a person typed.
 *
 * - WhatsApp and Signal: `WhatsApp/2.24.1 A`
 * - Messenger, Instagram, LINE, KakaoTalk, iMessage: `facebookexternalhit/1.1`
 * - Telegram: `TelegramBot (like TwitterBot)`
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

/** Somebody looks at the address before, or instead of, opening it: a chat that shows a preview, a browser that fetches ahead. */
export function isPreview(headers: Headers): boolean {
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ');
  if (/\b(?:prefetch|prerender|preview)\b/i.test(purpose)) return true;
  const agent = headers['user-agent'];
  return agent !== undefined && fetcher.test(agent);
}
