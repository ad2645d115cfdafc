import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { takePlanOrigin } from '#web/features/billing/plan-origin.ts';
import { aSubscription, everyStatus } from '#web/testing/a-subscription.ts';
import { home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { whatsAppServer } from '#web/testing/whatsapp-server.ts';

import { WhatsAppPage } from './whatsapp-page.tsx';

const both = [true, false] as const;
const cases = everyStatus.flatMap((status) => both.map((linked) => ({ status, linked })));
const owners = both.flatMap((defaultWorkspace) => both.map((trialUsed) => ({ defaultWorkspace, trialUsed })));

test.each(cases)(
  'with linked account: $linked and status $status shows the right gate for each workspace and trial',
  async (one) => {
    for (const owner of owners) {
      whatsAppServer({ ...one, ...owner, subscription: aSubscription(one.status) });
      await showPage(WhatsAppPage, { at: '/whatsapp' });
      const wanted = expected({ ...one, ...owner });
      await screen.findByText(wanted[0] ?? '');
      expect({ ...owner, shown: shown() }).toEqual({ ...owner, shown: wanted });
      cleanup();
    }
  },
);

test.each([
  ['en', 'WhatsApp is not available here', /by click, webhook and voice/],
  ['pt', 'O WhatsApp não está disponível aqui', /por clique, webhook e voz/],
  ['es', 'WhatsApp no está disponible aquí', /con un clic, un webhook o la voz/],
] as const)('explains in %s that a stage without gateways has no WhatsApp', async (language, title, text) => {
  whatsAppServer({ subscription: aSubscription('canceled') });
  await showPage(WhatsAppPage, { at: '/whatsapp', language, config: { hasWhatsapp: false } });
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('remembers that the plan was requested on the WhatsApp page', async () => {
  whatsAppServer({ subscription: aSubscription('canceled') });
  const user = await showPage(WhatsAppPage, { at: '/whatsapp' });
  await user.click(await screen.findByRole('link', { name: 'View plans' }));
  expect([takePlanOrigin(), takePlanOrigin()]).toEqual([{ path: '/whatsapp', workspaceId: home.id }, undefined]);
});

type Case = (typeof cases)[number] & (typeof owners)[number];

const account = ['Link your Amazon account first', 'Link Amazon account: /amazon-auth'];
const plan = 'Subscription required';
const trialEnds = 'Your free trial ends in 5 days';
const trialEnded = 'Your free trial has ended';

function expected({ linked, status, defaultWorkspace, trialUsed }: Case): string[] {
  if (!linked) return account;
  if (status === 'active') return ['Connect WhatsApp'];
  if (status === 'trialing') return ['Connect WhatsApp', trialEnds];
  const link = defaultWorkspace && !trialUsed ? 'Start free trial' : 'View plans';
  const ranOut = status === 'canceled' && defaultWorkspace && trialUsed;
  return [plan, ...(ranOut ? [trialEnded] : []), `${link}: /subscription`];
}

/** Returns which of all possible texts and links are shown, and where the links lead. */
function shown(): string[] {
  const texts = ['Link your Amazon account first', plan, 'Connect WhatsApp', trialEnds, trialEnded];
  const links = ['Link Amazon account', 'Start free trial', 'View plans'];
  return [
    ...texts.flatMap((text) => screen.queryAllByText(text).map(() => text)),
    ...links.flatMap((name) =>
      screen.queryAllByRole('link', { name }).map((link) => `${name}: ${link.getAttribute('href')}`),
    ),
  ];
}
