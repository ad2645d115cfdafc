import crawlers from 'crawler-user-agents';

/** The package's types lack this field. */
type Entry = (typeof crawlers)[number] & { tags?: string[] };

/** Agents that fetch an address for a user and therefore run a trigger, each with an example. */
export const served: ReadonlyMap<string, { why: string; agent: string }> = new Map([
  [
    'MetaIAB Facebook',
    {
      why: "a person opens a link in the browser of Facebook's app",
      agent:
        'Mozilla/5.0 (Linux; Android 16; Pixel 10 Build/CP1A; wv) Chrome/146.0 Mobile Safari/537.36 MetaIAB Facebook',
    },
  ],
  ['TwilioProxy\\/', { why: 'Twilio calls the webhook of a number, also by GET', agent: 'TwilioProxy/1.1' }],
  [
    'Slackbot',
    {
      why: 'Slack calls the address of a command; its previews have a name of their own',
      agent: 'Slackbot 1.0 (+https://api.slack.com/robots)',
    },
  ],
]);

/**
 * Replaces patterns that also match programs of users, such as a WhatsApp bridge, a Telegram bot or the Synapse library
 * of Delphi, and patterns that end within a name.
 */
const adapted: ReadonlyMap<string, string> = new Map([
  ['Goodreads', 'Goodreads;'],
  ['Hatena', String.raw`Hatena[\w-]*`],
  ['pinterest\\.com\\/bot', 'Pinterest(?:bot)?'],
  ['Slackbot', 'Slackbot-LinkExpanding'],
  ['Synapse', String.raw`Synapse \(bot`],
  ['TelegramBot', String.raw`TelegramBot \(like`],
  ['Viber', 'Viber(?:/|$)'],
  ['WhatsApp', String.raw`WhatsApp(?:/\d[\w.]*(?:[ /]\w)?)?$`],
]);

/** Unknown to the package. Pleroma and Akkoma name themselves to other servers as well, but as a bot only for a preview. */
const added = [
  'Bluesky Cardyb',
  'Google-PageRenderer',
  'matrix-media-repo',
  '(?:Pler|Akk)oma .*; Bot',
  String.raw`Rocket\.Chat`,
  'ZulipURLPreview',
];

const previewEntries: readonly Entry[] = crawlers.filter(({ tags = [] }: Entry) => tags.includes('social-preview'));

export const knownPatterns: ReadonlySet<string> = new Set(crawlers.map(({ pattern }) => pattern));

export const ownPatterns: readonly string[] = [...served.keys(), ...adapted.keys()];

const nameIn = ({ pattern }: Entry): string =>
  adapted.get(pattern) ?? pattern.replace(/^\^/, '').replaceAll('\\/', '/');

/** Generates the text of `functions/triggers/preview-agents.ts`. */
export function previewAgentsFile(): string {
  const names = previewEntries.filter(({ pattern }) => adapted.has(pattern) || !served.has(pattern)).map(nameIn);
  return [
    '// Generated from the package crawler-user-agents. To update: `vitest run --project=unit test/support/previews -u`.',
    `export const previewAgents = String.raw\`${[...names, ...added].toSorted().join('|')}\`;`,
    '',
  ].join('\n');
}
