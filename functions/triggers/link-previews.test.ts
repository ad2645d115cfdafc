import { describe, expect, test } from 'vitest';

import { isPreview as isPreviewRequest } from './link-previews.ts';

const isPreview = (headers: Record<string, string | undefined>, method = 'GET') =>
  isPreviewRequest({ headers, requestContext: { http: { method } } });

describe('previews', () => {
  test.each([
    'WhatsApp/2.24.20.89 A',
    'WhatsApp/2.2433.4 N',
    'WhatsApp/2',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'facebookexternalhit/1.1;line-poker/1.0',
    'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'Twitterbot/1.0',
    'TelegramBot (like TwitterBot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'Viber/20.8.0.0',
    'WhatsApp/2.16.2/i',
    'MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
    'Mozilla/5.0 (compatible; ZulipURLPreview/9.0; +https://zulip.test)',
    'Synapse (bot; +https://github.com/matrix-org/synapse)',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'Mozilla/5.0 (Linux; Android 5.0) Mobile Safari/537.36 (compatible; TikTokSpider; ttspider-feedback@tiktok.com)',
    'Notion/1.0 (https://notion.so; team@makenotion.com)',
    'Viber',
    'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
    'Pleroma 2.7.0-1-g1a2b3c; https://social.test <admin@social.test>; Bot',
    'Akkoma 3.13.2; https://social.test <admin@social.test>; Bot',
    'matrix-media-repo',
  ])('treats the user agent %s as a preview', (agent) => {
    expect(isPreview({ 'user-agent': agent })).toBe(true);
  });

  test.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
    { 'service-worker-navigation-preload': 'true' },
  ])('treats a prefetch as a preview: %o', (headers) => {
    expect(isPreview({ 'user-agent': 'Mozilla/5.0', ...headers })).toBe(true);
  });
});

describe('other clients', () => {
  test.each([
    undefined,
    '',
    'curl/8.10.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/480.0.0]',
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36 WhatsApp-Browser',
    'MyWhatsAppBridge/1.0',
    'Home WhatsApp bridge 1.0',
    'my-bot/1.0',
    'Googlebot/2.1',
    'Slackbot 1.0 (+https://api.slack.com/robots)',
    'IFTTT-Protocol/v1',
    'Zapier',
    'Home Assistant/2026.11',
    'ESP8266HTTPClient',
    'Shortcuts/3000 CFNetwork/1500',
    'TelegramBotApi/7',
    'TelegramBot/1.0',
    'Viber Bot/1.0',
    'Pleroma 2.7.0; https://social.test <admin@social.test>',
    'TwilioProxy/1.1',
    'My Notion bridge 1.0',
    'Goodreads reader 2',
    'Mozilla/4.0 (compatible; Synapse)',
    'Mozilla/5.0 (Linux; Android 16; Pixel 10 Build/CP1A; wv) Chrome/146.0 Mobile Safari/537.36 MetaIAB Facebook',
  ])('does not treat the user agent %s as a preview', (agent) => {
    expect(isPreview({ 'user-agent': agent })).toBe(false);
  });

  test('ignores headers that only resemble a purpose', () => {
    expect(isPreview({ purpose: 'reviewing', 'x-moz': '' })).toBe(false);
  });
});

describe('methods', () => {
  const preview = [
    { 'user-agent': 'Mattermost-Bot/1.1' },
    { 'user-agent': 'WhatsApp/2' },
    { 'sec-purpose': 'prefetch' },
  ];

  test.each(preview)('does not treat a POST as a preview: %o', (headers) => {
    expect(isPreview(headers, 'GET')).toBe(true);
    expect(isPreview(headers, 'POST')).toBe(false);
  });

  test('treats every HEAD as a preview', () => {
    expect(isPreview({ 'user-agent': 'curl/8.10.1' }, 'HEAD')).toBe(true);
  });
});
