import { routes } from '#web/app/routes.ts';

import { keepsHeading, openShell, shellWidths } from '../support/keeps-heading.ts';
import { expect, test } from '../support/product-test.ts';

for (const [index, route] of routes.entries()) {
  // A width for each route; the deep suite has all of them.
  const width = shellWidths[index % shellWidths.length] ?? 0;
  test(`${route.path} keeps the heading in its place while the app loads, ${width} pixels wide`, async ({
    browser,
  }) => {
    await keepsHeading(browser, route, width);
  });
}

test('the address of one trigger shows its frame first, and the app keeps heading and back link in their place', async ({
  page,
  guest,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await guest.signIn();
  const [gate] = await guest.settle('Gate');
  const allow = await openShell(page, `/triggers/${gate?.id}`);
  const place = () =>
    page.locator('main > :is(a, p), h1').evaluateAll((elements) =>
      elements.slice(0, 2).map((element) => {
        const { x, y, height } = element.getBoundingClientRect();
        return [x, y, height].map(Math.round);
      }),
    );
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Triggers');
  const before = await place();
  allow();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gate');
  expect(await place()).toEqual(before);
});
