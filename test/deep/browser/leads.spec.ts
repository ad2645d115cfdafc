import { atRest } from '../../browser/support/appearance.ts';
import { pagesOfUser } from '../../browser/support/pages.ts';
import { expect, test } from '../../browser/support/product-test.ts';

for (const width of [360, 1280]) {
  test(`shows the intro of each page at ${width} px at least as large as the text and headings below it`, async ({
    page,
    ana: _,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const smaller: string[] = [];
    for (const path of pagesOfUser) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await atRest(page);
      const found = await page.evaluate(() => {
        const main = document.querySelector('main');
        const size = (one: Element) => Number.parseFloat(getComputedStyle(one).fontSize);
        const lead = main?.querySelector('h1 + p');
        if (!main || !lead) return ['no lead'];
        const below = [...main.querySelectorAll('h2, h3, p, li, td, th, dt, dd, label, input, button')];
        const read = below.filter((one) => !one.closest('a, .tabular-nums'));
        const larger = read.filter((one) => size(one) > size(lead) && one.checkVisibility());
        return larger.map((one) => `${one.textContent} has ${size(one)} px, the lead ${size(lead)}`);
      });
      smaller.push(...found.map((finding) => `${path}: ${finding}`));
    }
    expect(smaller).toEqual([]);
  });
}
