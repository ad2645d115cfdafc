import { expect, test } from '../support/product-test.ts';

test('reports no browser error against installing the app', async ({ page, context }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const browser = await context.newCDPSession(page);
  const { url, errors, data } = await browser.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.en.webmanifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Recado', lang: 'en-US', start_url: '/dashboard' });
  expect(await browser.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
});

test('detects a broken manifest', async ({ page, context, pageErrors }) => {
  // The browser logs this itself only if it reads the manifest before the test does.
  pageErrors.expect(/^console error: Manifest: /);
  await page.route('/manifest.*.webmanifest', (route) =>
    route.fulfill({ contentType: 'application/manifest+json', body: '{"display": 7' }),
  );
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const browser = await context.newCDPSession(page);
  expect((await browser.send('Page.getAppManifest')).errors).not.toEqual([]);
});

test('serves every icon in the size that the manifest declares', async ({ page, request }) => {
  await page.goto('/terms');
  const { icons }: { icons: readonly { src: string; sizes: string }[] } = await (
    await request.get('/manifest.en.webmanifest')
  ).json();
  expect(icons.length).toBeGreaterThan(0);
  for (const { src, sizes } of icons) {
    const drawn = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect(drawn, src).toBe(sizes);
  }
});

test('does not request the manifest before the page is shown', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(new URL(one.url()).pathname));
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.filter((path) => path.endsWith('.webmanifest'))).toEqual([]);
});
