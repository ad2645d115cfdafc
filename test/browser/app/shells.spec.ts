import { routes } from '#web/app/routes.ts';

import { keepsHeading, shellWidths } from '../support/keeps-heading.ts';
import { test } from '../support/product-test.ts';

for (const [index, route] of routes.entries()) {
  // A width for each route; the deep suite has all of them.
  const width = shellWidths[index % shellWidths.length] ?? 0;
  test(`${route.path} keeps the heading in its place while the app loads, ${width} pixels wide`, async ({
    browser,
  }) => {
    await keepsHeading(browser, route, width);
  });
}
