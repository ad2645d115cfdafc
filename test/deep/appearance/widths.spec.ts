import { languageCodes, show } from '../../browser/support/appearance.ts';
import { layoutFindings } from '../../browser/support/layout-findings.ts';
import { pagesOfUser } from '../../browser/support/pages.ts';
import { expect, test } from '../../browser/support/product-test.ts';

for (const path of [...pagesOfUser, '/terms']) {
  test(`renders ${path} on a tablet and on a wide screen`, async ({ page, ana: _ }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const findings: string[] = [];
    for (const language of languageCodes) {
      await show(page, { language });
      for (const width of [640, 768, 1024, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await show(page, {});
        const found = await layoutFindings(page, language);
        findings.push(...found.map((finding) => `${language} ${width} px: ${finding}`));
      }
    }
    expect(findings).toEqual([]);
  });
}
