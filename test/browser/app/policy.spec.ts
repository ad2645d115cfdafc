import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { contentSecurityPolicy } from '#shared/rules/browser-policy.ts';

import { listen } from '../../local/ports.ts';
import { aBuiltApp } from '../../support/a-page-server.ts';
import { expect, test } from '../support/product-test.ts';

const built = fileURLToPath(new URL(join('..', '..', '..', 'dist', 'web'), import.meta.url));

async function aChat() {
  const script = `
    const frame = document.createElement('iframe');
    frame.src = new URL('/frame', document.currentScript.src);
    frame.title = 'Support chat';
    document.body.append(frame);
    fetch(new URL('/ping', document.currentScript.src));`;
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', request.url === '/widget.js' ? 'text/javascript' : 'text/html');
    response.end(request.url === '/widget.js' ? script : '<!doctype html><p>How can we help?</p>');
  });
  const url = `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
  return { url, asked, close: () => server.close().closeAllConnections() };
}

const refused = [
  /^policy: /,
  /^console error: .*(?:Content Security Policy|Trusted ?Script|Trusted ?HTML|Trusted ?Type)/i,
];

test(
  'sends the policy with every page, and blocks and reports an injected inline script',
  { tag: '@threat-xss' },
  async ({ page, pageErrors }) => {
    const answer = await page.goto('/terms');
    expect(answer?.headers()['content-security-policy']).toBe(contentSecurityPolicy());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(pageErrors.seen()).toEqual([]);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.append('document.title = "taken over"');
      document.body.append(script);
    });
    await expect.poll(() => pageErrors.seen()).toContainEqual(expect.stringMatching(/^policy: .*(inline|sink)/));
    await expect(page).not.toHaveTitle('taken over');
    // Without this line, the fixture would fail the test.
    pageErrors.expect(...refused);
  },
);

const sinks = {
  'a script': () => void (document.createElement('script').textContent = 'document.title = "taken over"'),
  'the address of a script': () => void (document.createElement('script').src = '/boot.js'),
  markup: () => void (document.body.innerHTML = '<img src="x">'),
  'a page in a frame': () => void (document.createElement('iframe').srcdoc = '<p>taken over</p>'),
  'a policy of its own': () =>
    Reflect.get(window, 'trustedTypes').createPolicy('default', { createHTML: (text: string) => text }),
};
for (const [what, run] of Object.entries(sinks)) {
  test(`blocks and reports text that is used as ${what}`, async ({ page, pageErrors }) => {
    await page.goto('/terms');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.evaluate(run)).rejects.toThrow(/TypeError/);
    await expect.poll(() => pageErrors.seen()).toContainEqual(expect.stringMatching(/^policy: .*trusted-types/));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    pageErrors.expect(...refused);
  });
}

test(
  'blocks and reports a script of another host when no support chat is configured',
  { tag: '@spec-18.1' },
  async ({ page, pageErrors }) => {
    const chat = await aChat();
    await page.goto('/terms');
    await expect(page.evaluate((src) => import(src), `${chat.url}/widget.js`)).rejects.toThrow(/import/);
    await expect.poll(() => pageErrors.seen()).toContainEqual(expect.stringMatching(/^policy: script-src-elem/));
    pageErrors.expect(...refused, /^failed: GET \/widget\.js csp/);
    expect(chat.asked).toEqual([]);
    chat.close();
  },
);

test(
  'shows the configured support chat once and blocks other hosts',
  { tag: '@spec-18.1' },
  async ({ page, pageErrors }) => {
    const chat = await aChat();
    const app = await aBuiltApp(built, `${chat.url}/widget.js`);
    await page.goto(`${app.url}/terms`);
    await expect(page.frameLocator('iframe[title="Support chat"]').getByText('How can we help?')).toBeVisible();
    await expect.poll(() => chat.asked.toSorted()).toEqual(['/frame', '/ping', '/widget.js']);
    expect(pageErrors.seen()).toEqual([]);

    const stranger = await aChat();
    await page.evaluate(
      (src) => document.body.append(Object.assign(document.createElement('script'), { src })),
      `${stranger.url}/widget.js`,
    );
    await expect.poll(() => pageErrors.seen()).toContainEqual(expect.stringMatching(/^policy: script-src-elem/));
    pageErrors.expect(
      /^policy: script-src-elem/,
      /^console error: .*Content Security Policy/,
      /^failed: GET \/widget\.js csp/,
    );
    expect(stranger.asked).toEqual([]);
    stranger.close();
    await app.close();
    chat.close();
  },
);
