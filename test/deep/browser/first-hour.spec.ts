import { playFirstHour } from '../../browser/support/first-hour.ts';
import { test } from '../../browser/support/product-test.ts';

test('leads from sign-in to a command in a group using only the keyboard', async ({ page, context, guest }) => {
  test.slow();
  await playFirstHour({ page, context, guest }, 'keyboard');
});
