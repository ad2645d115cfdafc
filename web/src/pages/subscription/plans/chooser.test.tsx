import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { errorReply } from '#web/testing/a-server.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { watchDepartures } from '#web/testing/departures.ts';
import { home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { sessionCall, subscriptionCall, subscriptionServer } from '#web/testing/subscription-server.ts';

import { SubscriptionPage } from '../subscription-page.tsx';

const show = (language: 'pt' | 'en' | 'es' = 'en') => showPage(SubscriptionPage, { at: '/subscription', language });
const never = aSubscription('inactive', { hasCard: false });

/** Name and amount of each line of the confirmation. */
async function bill() {
  const dialog = await screen.findByRole('dialog');
  const terms = within(dialog).getAllByRole('term');
  return terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]);
}

test.each(['inactive', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused', 'brand_new'])(
  'shows the plans and the questions instead of details for a subscription that is %s',
  { tags: ['spec-124.1', 'spec-183.1', 'spec-183.2', 'spec-184.2'] },
  async (status) => {
    subscriptionServer(aSubscription(status));
    await show();
    expect(await screen.findByRole('radio', { name: /Annual/ })).toBeChecked();
    expect(await screen.findByRole('heading', { name: 'Frequently asked questions' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Your plan' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Billing portal' })).toBeNull();
  },
);

test(
  'shows the annual plan first with its saving, and the higher monthly price',
  { tags: ['spec-12.1', 'spec-125.1', 'spec-335.2', 'spec-336.1', 'spec-336.2'] },
  async () => {
    subscriptionServer(never);
    const user = await show();
    expect(await screen.findByRole('radio', { name: 'Annual save 33%' })).toBeChecked();
    expect(screen.getByText('$10.00')).toBeVisible();
    expect(screen.getByText(/^\$120\.00 billed yearly/).parentElement).toHaveTextContent('instead of $180.00 a year');
    expect(screen.getByText('$120.00 is charged today. Cancel anytime.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Monthly' }));
    expect(screen.getByText('$15.00')).toBeVisible();
    expect(screen.getByText('Billed every month')).toBeVisible();
    expect(screen.getByText('$15.00 is charged today. Cancel anytime.')).toBeVisible();
  },
);

test(
  'lists what the plans include',
  { tags: ['spec-12.1', 'spec-13.1', 'spec-13.2', 'spec-154.1', 'spec-155.1', 'spec-156.1', 'spec-336.3'] },
  async () => {
    subscriptionServer(never);
    await showPage(SubscriptionPage, { at: '/subscription', config: { supportEmail: 'help@recado.example' } });
    const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(screen.getByText('$0.00')).toBeVisible();
    const common = ['Alexa integration', 'Unlimited workspaces', 'Unlimited triggers'];
    expect(items).toEqual([
      ...common,
      'Commands from your WhatsApp group',
      'Priority support',
      ...common,
      'Community support',
    ]);
    for (const name of ['Priority support', 'Community support'])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', 'mailto:help@recado.example');
  },
);

test.each([
  ['with a support chat', 2, { supportWidgetUrl: 'https://chat.example/widget.js' }],
  ['without a contact', 0, {}],
])('on a stage %s, promises support in %i plans', async (_, plans, config) => {
  subscriptionServer(never);
  await showPage(SubscriptionPage, { at: '/subscription', config });
  await screen.findByRole('radio', { name: /Annual/ });
  expect(screen.queryAllByText(/^(Priority|Community) support$/)).toHaveLength(plans);
});

test('promises no WhatsApp on a stage without gateways', async () => {
  subscriptionServer(never);
  await showPage(SubscriptionPage, { at: '/subscription', config: { hasWhatsapp: false } });
  await screen.findByRole('radio', { name: /Annual/ });
  expect(screen.getAllByText('Unlimited triggers')).toHaveLength(2);
  expect(screen.queryByText('Commands from your WhatsApp group')).toBeNull();
  expect(screen.queryByText(/^Adds WhatsApp/)).toBeNull();
});

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
])(
  'with default workspace %s and trial used %s offers the trial: %s',
  { tags: ['spec-12.2', 'spec-188.1'] },
  async (defaultWorkspace, trialUsed, offered) => {
    subscriptionServer(never, { defaultWorkspace, trialUsed });
    await show();
    await screen.findByRole('radio', { name: /Annual/ });
    expect(screen.queryAllByRole('button', { name: 'Start free trial' })).toHaveLength(offered ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: 'Subscribe to Pro' })).toHaveLength(offered ? 0 : 1);
  },
);

test(
  'shows the length, the last day and the later charge of the trial',
  { tags: ['spec-12.2', 'spec-335.1'] },
  async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), shouldAdvanceTime: true });
    subscriptionServer(never, { trialUsed: false });
    await show();
    expect(await screen.findByRole('heading', { name: 'Try Pro free for 5 days' })).toBeVisible();
    expect(screen.getByText(/^Free for 5 days, until November 26, 2026\. No card needed now\./)).toHaveTextContent(
      'With a payment method, $120.00 is charged on that day. Without one, the trial just ends.',
    );
    vi.useRealTimers();
  },
);

test(
  'shows subtotal, discount, total and charge date of a yearly plan in the confirmation',
  { tags: ['spec-125.2', 'spec-125.3', 'spec-336.2', 'spec-336.5'] },
  async () => {
    subscriptionServer(never);
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Subscribe to Pro' }));
    expect(await bill()).toEqual([
      ['Subtotal12 months at $15.00', '$180.00'],
      ['Annual discount (33%)', '-$60.00'],
      ['Totalper year', '$120.00'],
    ]);
    const dialog = screen.getByRole('dialog', { name: 'Confirm your subscription' });
    expect(dialog).toHaveAccessibleDescription('Pro, annual, for the workspace “Casa”');
    expect(dialog).toHaveTextContent('$120.00 is charged today and then every year until you cancel.');
  },
);

test(
  'shows the same three amounts without a discount for a monthly plan',
  { tags: ['spec-125.2', 'spec-125.3'] },
  async () => {
    subscriptionServer(never);
    const user = await show();
    await user.click(await screen.findByRole('radio', { name: 'Monthly' }));
    await user.click(screen.getByRole('button', { name: 'Subscribe to Pro' }));
    expect(await bill()).toEqual([
      ['Subtotal1 month at $15.00', '$15.00'],
      ['Discount', '$0.00'],
      ['Totalper month', '$15.00'],
    ]);
    expect(screen.getByRole('dialog')).toHaveTextContent('$15.00 is charged today and then every month');
  },
);

test('shows in the confirmation of a trial that nothing is due today, and what is due at its end', async () => {
  subscriptionServer(never, { trialUsed: false });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Start free trial' }));
  const lines = await bill();
  expect(lines.slice(3)).toEqual([
    ['Due today', '$0.00'],
    [expect.stringMatching(/^Due on \w+ \d+, \d{4}$/), '$120.00'],
  ]);
  expect(screen.getByRole('dialog', { name: 'Confirm your free trial' })).toHaveTextContent(
    /Your 5-day trial ends on .* \$120\.00 is charged on that day\. Without one, the subscription ends automatically/,
  );
});

test.each([
  ['annual', 'pro_annual'],
  ['monthly', 'pro_monthly'],
])(
  'opens the checkout for the %s price, and stays busy until the browser leaves',
  { tags: ['spec-279.1', 'spec-279.2', 'spec-314.2'] },
  async (_, id) => {
    const left = watchDepartures();
    const server = subscriptionServer(never);
    const user = await show('pt');
    if (id === 'pro_monthly') await user.click(await screen.findByRole('radio', { name: 'Mensal' }));
    await user.click(await screen.findByRole('button', { name: 'Assinar o Pro' }));
    const confirm = await screen.findByRole('button', { name: 'Continuar para o pagamento' });
    await user.click(confirm);
    await expect.poll(() => left).toEqual(['https://pay.example/checkout']);
    expect(server.sent(sessionCall('checkout'))).toMatchObject([
      { body: { priceId: id, planType: id, locale: 'pt' }, workspace: String(home.id) },
    ]);
    expect(confirm).toHaveAttribute('aria-busy', 'true');
    window.dispatchEvent(new Event('pageshow'));
    await expect.poll(() => confirm.getAttribute('aria-busy')).toBeNull();
  },
);

test(
  'shows why the checkout cannot be opened next to the button, which works again',
  { tags: ['spec-314.1', 'spec-314.2'] },
  async () => {
    const server = subscriptionServer(never);
    server.answer(sessionCall('checkout'), errorReply(502, 'subscription.providerFailed'));
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Subscribe to Pro' }));
    await user.click(await screen.findByRole('button', { name: 'Continue to payment' }));
    const alert = await within(screen.getByRole('dialog')).findByRole('alert');
    expect(alert).toHaveTextContent('The checkout could not be opened');
    expect(alert).toHaveTextContent('The payment service did not accept our request.');
    expect(screen.getByRole('button', { name: 'Continue to payment' })).not.toHaveAttribute('aria-busy');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Subscribe to Pro' })).toHaveFocus();
  },
);

test('shows a subscription that was bought in another tab instead of buying it twice', async () => {
  const server = subscriptionServer(never);
  server.answer(sessionCall('checkout'), errorReply(409, 'subscription.alreadyRunning'));
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Subscribe to Pro' }));
  const confirm = await screen.findByRole('button', { name: 'Continue to payment' });
  server.answer(subscriptionCall, { json: aSubscription('active') });
  await user.click(confirm);
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible();
  expect(
    await screen.findByText('This workspace already has a subscription. Reload the page to see it.'),
  ).toBeVisible();
});

test('withdraws a trial that was offered by mistake, and shows what is charged instead', async () => {
  const server = subscriptionServer(never, { trialUsed: false });
  server.answer(sessionCall('checkout'), errorReply(409, 'subscription.trialUsed'));
  const user = await show();
  await user.click(await screen.findByRole('button', { name: 'Start free trial' }));
  const dialog = await screen.findByRole('dialog');
  server.answer('GET /api/auth/user', {
    json: { id: 'ana', name: 'Ana Souza', trialUsed: true, signedInWith: 'google' },
  });
  await user.click(within(dialog).getByRole('button', { name: 'Start free trial' }));
  expect(await screen.findByText(/^One of your accounts has already had a free trial\./)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Subscribe to Pro' })).toBeVisible();
  expect(screen.getByText('$120.00 is charged today. Cancel anytime.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['unpaid', 'Your subscription stopped after failed payments', /\$120\.00 remained unpaid/],
  ['incomplete', 'The first payment was not completed', /\$120\.00 is due/],
  ['incomplete_expired', 'The first payment was never completed', /nothing was charged/],
  ['paused', 'Your subscription is paused', /replaces the paused subscription/],
])('explains the status %s and what choosing a plan does', async (status, title, text) => {
  subscriptionServer(aSubscription(status));
  await show();
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Subscribe to Pro' })).not.toHaveAttribute('aria-disabled');
});

test.each(['unpaid', 'incomplete'])('shows no amount for the status %s when it is unknown', async (status) => {
  subscriptionServer(aSubscription(status, { amount_due: 0 }));
  await show();
  expect(await screen.findByText(/^(Payments remained unpaid|Your subscription has not started)\./)).toBeVisible();
});

test('offers no payment for an unknown status', async () => {
  const server = subscriptionServer(aSubscription('brand_new'));
  const user = await show();
  expect(await screen.findByText('We cannot read your subscription status')).toBeVisible();
  const subscribe = await screen.findByRole('button', { name: 'Subscribe to Pro' });
  expect(subscribe).toHaveAttribute('aria-disabled', 'true');
  expect(subscribe).toHaveAccessibleDescription(/do not pay twice/);
  await user.click(subscribe);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent(sessionCall('checkout'))).toEqual([]);
});

test.each([
  ['en', 'Contact support', { supportEmail: 'help@recado.example' }, 'mailto:help@recado.example'],
  ['pt', 'Falar com o suporte', { supportEmail: 'help@recado.example' }, 'mailto:help@recado.example'],
  ['es', 'Escribir al soporte', { supportEmail: 'help@recado.example' }, 'mailto:help@recado.example'],
  ['en', 'Contact support', {}, undefined],
] as const)('offers in %s for an unknown status "%s" with %j: %s', async (language, name, config, href) => {
  subscriptionServer(aSubscription('brand_new'));
  await showPage(SubscriptionPage, { at: '/subscription', language, config });
  const notice = await screen.findByText(/^(We cannot read|Não conseguimos ler|No pudimos leer)/);
  const link = within(notice.closest('.rounded-lg') ?? notice).queryByRole('link');
  expect(link?.textContent).toBe(href && name);
  expect(link?.getAttribute('href') ?? undefined).toBe(href);
  expect(screen.queryByText(/(Contact support|Fale com o suporte|Escribe al soporte)\.$/)).toBeNull();
});

test('shows that an inactive workspace has to be activated first', async () => {
  subscriptionServer(never, { inactive: true });
  await show();
  expect(await screen.findByText('This workspace is inactive')).toBeVisible();
  const subscribe = screen.getByRole('button', { name: 'Subscribe to Pro' });
  expect(subscribe).toHaveAttribute('aria-disabled', 'true');
  expect(subscribe).toHaveAccessibleDescription(/Activate it to subscribe/);
});

test('opens and closes six questions', { tags: 'spec-124.1' }, async () => {
  subscriptionServer(never);
  const user = await show();
  await screen.findByRole('heading', { name: 'Frequently asked questions' });
  const questions = screen.getAllByRole('heading', { level: 3 }).filter((one) => one.textContent?.endsWith('?'));
  expect(questions.map((one) => one.textContent)).toEqual([
    'How does the free trial work?',
    'What does a subscription cover?',
    'Can I change plans later?',
    'What is the difference between monthly and annual billing?',
    'Can I cancel anytime?',
    'Is my payment information safe?',
  ]);
  const question = screen.getByRole('button', { name: 'What is the difference between monthly and annual billing?' });
  const answer = screen.getByText(/Monthly costs \$15\.00 .* Annual costs \$120\.00 .* \$10\.00 per month: 33% less\./);
  expect(question).toHaveAttribute('aria-expanded', 'false');
  expect(answer).not.toBeVisible();
  await user.click(question);
  expect(question).toHaveAttribute('aria-expanded', 'true');
  expect(answer).toBeVisible();
  await user.click(question);
  expect(answer).not.toBeVisible();
});
