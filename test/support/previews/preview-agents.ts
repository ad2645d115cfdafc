import crawlers from 'crawler-user-agents';

/** The package's types lack this field. */
type Entry = (typeof crawlers)[number] & { tags?: string[] };

/** Send requests on behalf of their users, whose requests must run a trigger. */
const clients = ['MetaIAB Facebook', 'Tumblr\\/', 'Notion\\/', 'Bluesky\\/', 'Goodreads', 'TwilioProxy\\/'];

/** Load a picture that somebody put into a mail or page. */
const imageProxies = ['FastmailUA', 'github-camo', 'GoogleImageProxy', 'Shortwave Image Fetcher', 'YahooMailProxy'];

/** Follow links of public pages, where a secret address is not. */
const crawlersOfPages = [
  'AASA-Bot',
  'AddThis',
  'bluesky-domain-status-classifier',
  'CodaBot',
  'Dazzle BlueSky Bot',
  'dbot\\)',
  'EveryoneSocialBot',
  'Hatena',
  'Jetslide',
  'Linespider',
  'ListGemBot',
  'LoomlyBot',
  'meta-webindexer',
  'newsharecounts',
  'NING\\/',
  'Quora-Bot',
  'Supabase Paired Crawler',
  'TweetmemeBot',
  'VKRobot',
  'Xing Bot',
];

const skipped: ReadonlySet<string> = new Set([...clients, ...imageProxies, ...crawlersOfPages]);

/** Patterns that also match programs of users: a WhatsApp bridge, a slash command of Slack, the Synapse library of Delphi. */
const narrower: ReadonlyMap<string, string> = new Map([
  ['pinterest\\.com\\/bot', 'Pinterest(?:bot)?'],
  ['Slackbot', 'Slackbot-LinkExpanding'],
  ['Synapse', String.raw`Synapse \(bot`],
  ['WhatsApp', String.raw`WhatsApp(?:/\d[\w.]*(?:[ /]\w)?)?$`],
]);

/** Unknown to the package. */
const added = ['Google-PageRenderer', String.raw`Rocket\.Chat`, 'ZulipURLPreview'];

const isPreview = ({ pattern, tags = [] }: Entry): boolean =>
  tags.length === 1 && tags[0] === 'social-preview' && !skipped.has(pattern);

export const previewEntries: readonly Entry[] = crawlers.filter(isPreview);

export const knownPatterns: ReadonlySet<string> = new Set(crawlers.map(({ pattern }) => pattern));

export const ownPatterns: readonly string[] = [...skipped, ...narrower.keys()];

const nameIn = ({ pattern }: Entry): string =>
  narrower.get(pattern) ?? pattern.replaceAll(/^\^|\\\/$/g, '').replaceAll('\\/', '/');

/** The text of `functions/triggers/preview-agents.ts`. */
export function previewAgentsFile(): string {
  const names = [...previewEntries.map(nameIn), ...added].toSorted();
  return [
    '// Generated from the package crawler-user-agents. To update: `vitest run --project=unit test/support/previews -u`.',
    `export const previewAgents = String.raw\`${names.join('|')}\`;`,
    '',
  ].join('\n');
}
