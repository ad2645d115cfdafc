import { routes } from '#web/app/routes.ts';

import { keepsHeading, shellWidths } from '../../browser/support/keeps-heading.ts';
import { test } from '../../browser/support/product-test.ts';

for (const route of routes) {
  for (const width of shellWidths) {
    test(`${route.path} keeps the heading in its place while the app loads, ${width} pixels wide`, async ({
      browser,
    }) => {
      await keepsHeading(browser, route, width);
    });
  }
}
