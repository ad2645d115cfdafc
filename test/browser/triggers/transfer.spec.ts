import { checkAppearances } from '../support/check-appearances.ts';
import { expect, test } from '../support/product-test.ts';

test('exports triggers, and imports new ones after a preview', async ({ page, guest }) => {
  await guest.signIn('Home');
  await guest.linkAmazon();
  await guest.addTrigger('Good night', 'Lights off');
  await guest.switchOff(await guest.addTrigger('Gate'));
  await guest.confirmRuns(await guest.addTrigger('Curtains'));
  await page.goto('/triggers');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await coming).path();

  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import triggers' });
  await dialog.getByLabel('Choose file').setInputFiles(file);
  await expect(dialog.getByRole('listitem')).toHaveText([/Already exists/, /Already exists/, /Already exists/]);
  await expect(dialog.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await dialog.getByLabel('Choose file').setInputFiles({
    name: 'more.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        version: 1,
        triggers: [
          { name: 'Good night' },
          { name: 'Movie time', description: 'Dim the lights' },
          { name: 'Siesta', enabled: false, receipt: true },
          { name: 'Curtains ok' },
          { name: 'no!' },
        ],
      }),
    ),
  });
  await expect(dialog.getByRole('status')).toHaveText('In the file: 5. To add: 2.');
  await checkAppearances(page);
  await dialog.getByRole('button', { name: 'Import 2 triggers' }).click();
  await expect(dialog.getByRole('status')).toHaveText('In the file: 5. Added: 2. To add: 0.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('rowheader')).toHaveText([
    /Curtains.*No run confirmed yet/,
    /Gate/,
    /Good night/,
    /Movie time/,
    /Siesta.*No run confirmed yet/,
  ]);
  await expect(page.getByRole('button', { name: 'Import' })).toBeFocused();
});

test('shows the whole list after an import that started from a search', async ({ page, guest }) => {
  await guest.signIn('Home');
  await guest.linkAmazon();
  await guest.addTrigger('Good night');
  await page.goto('/triggers?q=night');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import triggers' });
  await dialog.getByLabel('Choose file').setInputFiles({
    name: 'one.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ version: 1, triggers: [{ name: 'Sunrise' }] })),
  });
  await dialog.getByRole('button', { name: 'Import 1 trigger' }).click();
  await dialog.getByRole('button', { name: 'See triggers' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([/Good night/, /Sunrise/]);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('rowheader')).toHaveText([/Good night/]);
});
