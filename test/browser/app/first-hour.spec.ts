import { playFirstHour } from '../support/first-hour.ts';
import { test } from '../support/product-test.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test('leads from sign-in to a command in a group using only touch', async ({ page, context, guest }) => {
  test.slow();
  await playFirstHour({ page, context, guest }, 'touch');
});
