import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { aServer } from '#web/testing/a-server.ts';
import { anAccount, anasServer } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { RepairAction, SkillAdvice } from './repair-action.tsx';

const show = async (more: Partial<AmazonAuth>) => {
  const amazon = anAccount('revoked', more);
  aServer(anasServer());
  await showPage(() => <RepairAction amazon={amazon} />, { at: '/amazon-auth', language: 'en' });
};

const ended = { since: '2026-02-03T10:00:00Z', step: 'allow', problem: 'amazon.allowDeclined' } as const;

test.each([
  ['reconnect', 'Reconnect account'],
  ['reinstall', /^Open the skill page/],
] as const)('shows the button to %s after a failed connection attempt', async (mend, name) => {
  await show({ mend, connecting: ended });
  expect(await screen.findByRole('link', { name })).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test.each([
  ['en', 'Alexa has not confirmed yet. See what to do.', 'See what to do'],
  ['pt', 'A Alexa ainda não confirmou. Veja o que fazer.', 'Ver o que fazer'],
  ['es', 'Alexa aún no ha confirmado. Mira qué hacer.', 'Ver qué hacer'],
] as const)('shows in %s the remedy when Alexa does not confirm', async (language, words, name) => {
  const amazon = anAccount('notEnabled', {
    mend: 'reconnect',
    connecting: { since: ended.since, step: 'grant', late: true },
  });
  aServer(anasServer());
  const Both = () => (
    <>
      <SkillAdvice amazon={amazon} />
      <RepairAction amazon={amazon} />
    </>
  );
  await showPage(Both, { at: '/dashboard', language });
  expect(await screen.findByText(words)).toBeVisible();
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/amazon-auth');
});

test('links the progress while Alexa is being connected', async () => {
  await show({ mend: 'reconnect', connecting: { since: ended.since, step: ended.step } });
  expect(await screen.findByRole('link', { name: 'See progress' })).toHaveAttribute('href', '/amazon-auth');
});
