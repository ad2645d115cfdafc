import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';

import { tabTo } from './focus.ts';
import type { BrowserPerson } from './person.ts';
import { toastOf } from './toast.ts';
import { groupOf, phoneOf } from './whatsapp-phone.ts';

const pairingTime = { timeout: 60_000 };

/** One way to use the page. `count` is the number of taps, or of elements reached with Tab. */
type Hand = {
  press: (target: Locator) => Promise<void>;
  write: (field: Locator, text: string) => Promise<void>;
  /** On a sandbox page, whose long lists the real pages do not have. */
  choose: (target: Locator, key?: 'Enter' | 'Space') => Promise<void>;
  count: () => number;
};

function finger(): Hand {
  let taps = 0;
  const press = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  return {
    press,
    write: async (field, text) => {
      await press(field);
      await field.fill(text);
    },
    choose: press,
    count: () => taps,
  };
}

function keys(page: Page): Hand {
  let stops = 0;
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible();
    if (await target.evaluate((element) => element === document.activeElement)) return;
    stops += 1;
    await tabTo(page, target);
  };
  return {
    press: async (target) => {
      await reach(target);
      const isChoice = ['radio', 'checkbox'].includes((await target.getAttribute('type')) ?? '');
      await page.keyboard.press(isChoice ? 'Space' : 'Enter');
    },
    write: async (field, text) => {
      await reach(field);
      await page.keyboard.type(text);
    },
    choose: async (target, key = 'Enter') => {
      stops += 1;
      await target.press(key);
    },
    count: () => stops,
  };
}

type Visit = { page: Page; context: BrowserContext; guest: BrowserPerson };

/** From sign-in to a command in a WhatsApp group, without a single "Close". */
export async function playFirstHour({ page, context, guest }: Visit, how: 'touch' | 'keyboard'): Promise<void> {
  const hand = how === 'touch' ? finger() : keys(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = page.getByRole('dialog');

  await test.step('runs a first trigger with at most 20 taps', async () => {
    await page.goto('/');
    await hand.press(page.getByRole('link', { name: 'Sign in with Google' }));
    await hand.choose(button(`${guest.name} ${guest.email}`));
    await hand.press(page.getByRole('link', { name: 'Link account' }));
    await hand.press(page.getByRole('link', { name: 'Connect Alexa' }));
    await hand.choose(page.getByRole('checkbox', { name: 'Keep me signed in' }), 'Space');
    await hand.choose(button(`${guest.name} ${guest.email}`));
    await page.getByText('see your e-mail').waitFor();
    await hand.choose(button('Allow'));
    await page.getByText('enable the skill').waitFor();
    await hand.choose(button('Allow'));
    await hand.press(dialog.getByRole('link', { name: 'Create trigger' }));
    await hand.write(dialog.getByRole('textbox', { name: 'Name' }), 'Good night');
    await hand.press(dialog.getByRole('button', { name: 'Create trigger' }));
    await hand.press(dialog.getByRole('button', { name: 'Run it now' }));
    await expect(toastOf(page)).toContainText('Sent to Alexa');
    expect(hand.count()).toBeLessThanOrEqual(20);
  });

  await test.step('starts a trial and returns to WhatsApp', async () => {
    await hand.press(toastOf(page).getByRole('button', { name: 'Add WhatsApp' }));
    await expect(page).toHaveURL('/whatsapp');
    await hand.press(page.getByRole('link', { name: 'Start free trial' }));
    await hand.press(page.getByRole('main').getByRole('button', { name: 'Start free trial' }));
    await hand.press(dialog.getByRole('button', { name: 'Start free trial' }));
    await hand.choose(button('Start trial'));
    await expect(page).toHaveURL('/whatsapp');
  });

  const group = await groupOf('Família', [guest.key]);
  const phone = await phoneOf(context, guest.key);
  const number = await phone.number();
  await page.bringToFront();

  await test.step('pairs the number by typing a code', async () => {
    await hand.press(button('Connect WhatsApp'));
    if (how === 'keyboard') await hand.press(dialog.getByRole('button', { name: 'Link with phone number instead' }));
    await hand.write(dialog.getByRole('textbox', { name: 'WhatsApp number' }), number);
    await hand.press(dialog.getByRole('button', { name: 'Get code' }));
    const code = dialog.getByText(/[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    await expect(code).toBeVisible(pairingTime);
    await phone.type((await code.innerText()).slice(-9));
    await page.bringToFront();
    await expect(toastOf(page)).toContainText('WhatsApp connected', pairingTime);
  });

  await test.step('links the group and shows how to send commands', async () => {
    await hand.press(button('Select group'));
    await hand.press(dialog.getByRole('radio', { name: group.name }));
    await hand.press(dialog.getByRole('button', { name: 'Link group' }));
    await hand.press(toastOf(page).getByRole('button', { name: 'How to send commands' }));
    await expect(page.getByRole('list', { name: 'Triggers' })).toContainText('Good night');
  });

  await test.step('runs the trigger by a message in the group', async () => {
    const chat = await context.newPage();
    await chat.goto(`${group.chatUrl}?as=${guest.key}`);
    await chat.getByRole('textbox', { name: 'Message' }).fill('good night');
    await chat.keyboard.press('Enter');
    await expect(chat.getByRole('article').filter({ hasText: 'good night' }).locator('.reacts')).toHaveText('✅');
    await chat.close();
  });

  await test.step('shows both runs in the history', async () => {
    if (how === 'touch') await hand.press(button('Open menu'));
    await hand.press(page.getByRole('link', { name: 'Triggers', exact: true }));
    await hand.press(page.getByRole('link', { name: 'Good night', exact: true }));
    const runs = page.getByRole('listitem');
    await expect(runs.filter({ hasText: 'WhatsApp group' })).toHaveCount(1);
    await expect(runs.filter({ hasText: 'Click in the app' })).toHaveCount(1);
  });
  expect(hand.count()).toBeLessThanOrEqual(30);
}
