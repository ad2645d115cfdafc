import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { AppConfig } from '#shared/contracts/app-config.ts';
import { developmentSkillPage, skillPageAddress } from '#shared/rules/skill-page.ts';
import { closeSkillDialog, openSkillDialog, openSkillSteps } from '#web/features/skill/skill-dialog-state.ts';
import type { Language } from '#web/i18n/languages.ts';
import { aServer, refused } from '#web/testing/a-server.ts';
import { anAccount, anasServer, aSwitchedOffSkill, home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

const status = 'GET /api/amazon-auth';
const languages = ['en', 'pt', 'es'] as const;

const serverWith = (account: AmazonAuth) => aServer({ ...anasServer(), [status]: { json: account } });
const openToasts = () => toastsNow().filter(({ open }) => open);

/** Small steps, so that each answer is in before the next timer. */
const pass = async (ms: number) => {
  for (let gone = 0; gone < ms; gone += 500) await act(() => vi.advanceTimersByTimeAsync(500));
};

const openDialog = async () => {
  act(openSkillDialog);
  return screen.findByRole('dialog');
};

beforeEach(() => {
  localStorage.clear();
  act(closeSkillDialog);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  focusManager.setFocused(undefined);
});

test.each([
  ['en', 'Skill not activated', 'Activate skill (not active)'],
  ['pt', 'Skill não ativada', 'Ativar skill (não ativada)'],
  ['es', 'Skill no activada', 'Activar skill (no activada)'],
] as const)(
  'in %s an inactive skill has its warning in the header and its badge in the sidebar',
  { tags: ['spec-45.2', 'spec-162.1'] },
  async (...given) => {
    const [language, warning, entry] = given;
    serverWith(anAccount('notEnabled'));
    const { user } = await showApp('/triggers', language);
    const icon = await screen.findByRole('button', { name: warning });
    expect(screen.getByRole('button', { name: entry })).toBeVisible();
    expect(icon).not.toHaveAccessibleDescription();
    await user.click(icon);
    expect(await screen.findByRole('dialog')).toBeVisible();
  },
);

test.each([
  ['en', 'Alexa skill Active'],
  ['pt', 'Skill da Alexa Ativa'],
  ['es', 'Skill de Alexa Activa'],
] as const)(
  'in %s the entry of an active skill says that it is active, no longer to activate it, and still opens the dialog',
  { tags: 'spec-162.1' },
  async (language, entry) => {
    serverWith(anAccount('active'));
    const { user } = await showApp('/triggers', language);
    await user.click(await screen.findByRole('button', { name: entry }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  },
);

test(
  'while the state is not known the header has no warning and the entry no badge',
  { tags: ['spec-49.1', 'spec-162.2'] },
  async () => {
    aServer({ ...anasServer(), [status]: () => new Promise<never>(() => {}) });
    await showApp('/triggers');
    expect(await screen.findByRole('button', { name: 'Activate skill' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Skill not activated' })).toBeNull();
  },
);

test.each([
  ['en', 'Skill not activated', /disabled in the Alexa app\. We noticed this 5 hours ago\. Reconnect the account/],
  ['pt', 'Skill não ativada', /desativada no app Alexa\. Percebemos isso há 5 horas\. Reconecte a conta/],
  ['es', 'Skill no activada', /desactivó en la app Alexa\. Lo detectamos hace 5 horas\. Reconecte la cuenta/],
] as const)('in %s a skill that was switched off says why and since when in tooltip and dialog', async (...given) => {
  const [language, warning, why] = given;
  serverWith(aSwitchedOffSkill(5.5));
  const { user } = await showApp('/triggers', language);
  const icon = await screen.findByRole('button', { name: warning });
  expect(icon).toHaveAccessibleDescription(why);
  await user.click(icon);
  const dialog = await screen.findByRole('dialog');
  const trouble = {
    en: 'We noticed this 5 hours ago.',
    pt: 'Percebemos isso há 5 horas.',
    es: 'Lo detectamos hace 5 horas.',
  };
  expect(dialog).toHaveTextContent(trouble[language]);
});

test.each([
  ['reconnect', 'Reconnect account', /Reconnect the account/],
  ['reinstall', /^Open the skill’s page/, /Disable and enable the skill/],
] as const)('a connecting that ended with a problem is mended by %s in the dialog', async (mend, link, words) => {
  const connecting = { since: '2026-02-03T10:00:00Z', step: 'allow', problem: 'amazon.allowDeclined' } as const;
  serverWith(anAccount('revoked', { mend, connecting }));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const dialog = await openDialog();
  expect(await within(dialog).findByRole('link', { name: link })).toBeVisible();
  expect(dialog).toHaveAccessibleDescription(words);
  expect(screen.queryByRole('link', { name: 'See progress' })).toBeNull();
});

test('an Alexa that does not confirm leads to what helps, and is not called being connected', async () => {
  const connecting = { since: '2026-02-03T10:00:00Z', step: 'grant', late: true } as const;
  serverWith(anAccount('notEnabled', { mend: 'reconnect', connecting }));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const dialog = await openDialog();
  expect(await within(dialog).findByRole('link', { name: 'See what helps' })).toHaveAttribute('href', '/amazon-auth');
  expect(dialog).toHaveAccessibleDescription(/Alexa has not confirmed yet/);
  expect(screen.queryByText(/being connected/)).toBeNull();
});

test('a connecting under way leads to its progress', async () => {
  const connecting = { since: '2026-02-03T10:00:00Z', step: 'allow' } as const;
  serverWith(anAccount('revoked', { mend: 'reconnect', connecting }));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  expect(await within(await openDialog()).findByRole('link', { name: 'See progress' })).toBeVisible();
});

test.each([
  ['en', 'Alexa refused the run', 'Tap **Enable to use** and sign in with ana@example.com.', /run the trigger again/],
  [
    'pt',
    'A Alexa recusou a execução',
    'Toque em **Ativar para usar** e entre com ana@example.com.',
    /execute o gatilho/,
  ],
  [
    'es',
    'Alexa rechazó la ejecución',
    'Toque **Activar para usar** e inicie sesión con ana@example.com.',
    /ejecute el/,
  ],
] as const)(
  'in %s a run that Alexa turned down shows the steps, though the skill reads as active',
  async (...given) => {
    const [language, title, step, last] = given;
    serverWith(anAccount('active'));
    await showApp('/triggers', language);
    act(openSkillSteps);
    const dialog = await screen.findByRole('dialog', { name: title });
    const items = within(dialog).getAllByRole('listitem');
    expect(items).toHaveLength(4);
    expect(items[2]).toHaveTextContent(step.replaceAll('**', ''));
    expect(items[3]).toHaveTextContent(last);
    const page = { en: /^Open the skill’s page/, pt: /^Abrir a página da skill/, es: /^Abrir la página de la skill/ };
    expect(within(dialog).getByRole('link', { name: page[language] })).toHaveAttribute('target', '_blank');
    expect(dialog).not.toHaveTextContent(/The skill is active|A skill está ativa|La skill está activa/);
  },
);

test('after such a run, a skill that is enabled anew reads as active', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(anAccount('active'));
  await showApp('/triggers');
  act(openSkillSteps);
  await screen.findByRole('dialog', { name: 'Alexa refused the run' });
  server.answer(status, { json: anAccount('notEnabled') });
  await pass(5_500);
  server.answer(status, { json: anAccount('active') });
  await pass(5_500);
  expect(screen.getByRole('dialog')).toHaveAccessibleName('The skill is active');
  expect(within(screen.getByRole('dialog')).queryAllByRole('listitem')).toEqual([]);
});

test('what a run said is forgotten when the dialog is opened from elsewhere', async () => {
  serverWith(anAccount('active'));
  const { user } = await showApp('/triggers');
  act(openSkillSteps);
  await screen.findByRole('dialog', { name: 'Alexa refused the run' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await openDialog()).toHaveAccessibleName('The skill is active');
});

test('without a linked account the dialog leads to the page that links one', async () => {
  serverWith(anAccount('notLinked'));
  const { user } = await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const dialog = await openDialog();
  await user.click(within(dialog).getByRole('link', { name: 'Connect Alexa' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.pathname).toBe('/amazon-auth');
});

test.each(languages)(
  'in %s the dialog has title, text, picture, a way out and an install link',
  { tags: ['spec-76.1', 'spec-77.1', 'spec-77.2'] },
  async (language) => {
    const words = {
      en: ['Activate the Alexa skill', 'Cancel', /^Install/],
      pt: ['Ative a skill da Alexa', 'Cancelar', /^Instalar/],
      es: ['Active la skill de Alexa', 'Cancelar', /^Instalar/],
    } as const;
    const [title, cancel, install] = words[language];
    serverWith(anAccount('notEnabled'));
    await showApp('/triggers', language);
    const dialog = await openDialog();
    expect(dialog).toHaveAccessibleName(title);
    expect(dialog).toHaveAccessibleDescription();
    expect(within(dialog).getByRole('figure')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: cancel })).toBeVisible();
    const link = await within(dialog).findByRole('link', { name: install });
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(4);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('href', skillPageAddress('B0EXAMPLE1', language));
  },
);

test('the install link leads to the store of the country that the browser names', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-MX', 'en-US']);
  serverWith(anAccount('notEnabled'));
  await showApp('/triggers', 'es');
  const link = await within(await openDialog()).findByRole('link', { name: /^Instalar/ });
  expect(link).toHaveAttribute('href', 'https://www.amazon.com.mx/dp/B0EXAMPLE1?language=es_MX');
});

/** The file is loaded once, so a test puts another in its place. */
const showConfigured = async (config: Partial<AppConfig>, language: Language = 'en') => {
  serverWith(anAccount('notEnabled'));
  const { queries } = await showApp('/triggers', language);
  const dialog = await openDialog();
  await within(dialog).findByRole('link');
  act(() => {
    queries.setQueryData(['app', '/config.json'], { webhookUrl: 'https://hooks.example', ...config });
  });
  return dialog;
};

test.each([
  [{}, 'https://www.amazon.com/dp/B0EXAMPLE2?language=en_US'],
  [{ skillInEurope: true }, 'https://www.amazon.co.uk/dp/B0EXAMPLE2?language=en_GB'],
])('the install link leads a Briton, of a skill with %j, to %s', async (config, store) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
  const dialog = await showConfigured({ skillPage: 'B0EXAMPLE2', ...config });
  await waitFor(() => expect(within(dialog).getByRole('link', { name: /^Install/ })).toHaveAttribute('href', store));
});

test('a skill that is in no store is installed from its own page', async () => {
  const skillPage = developmentSkillPage('amzn1.ask.skill.00000000-0000-4000-8000-000000000000');
  const dialog = await showConfigured({ skillPage });
  await waitFor(() =>
    expect(within(dialog).getByRole('link', { name: /^Install/ })).toHaveAttribute('href', skillPage),
  );
});

test.each([
  ['en', /open More, then Skills & Games, and search for Recado/],
  ['pt', /abra Mais, depois Skills e jogos, e busque Recado/],
  ['es', /abra Más, luego Skills y juegos, y busque Recado/],
] as const)('in %s a skill without a known page has no install link, and the way in words', async (language, way) => {
  const dialog = await showConfigured({}, language);
  await waitFor(() => expect(dialog).toHaveAccessibleDescription(way));
  expect(within(dialog).queryByRole('link')).toBeNull();
});

test(
  'opening the dialog asks for the state at once, and coming back to the tab does too',
  { tags: 'spec-163.1' },
  async () => {
    const server = serverWith(anAccount('notEnabled'));
    await showApp('/triggers');
    await screen.findByRole('button', { name: 'Skill not activated' });
    const before = server.sent(status).length;
    await openDialog();
    await waitFor(() => expect(server.sent(status)).toHaveLength(before + 1));
    act(() => focusManager.setFocused(false));
    act(() => focusManager.setFocused(true));
    await waitFor(() => expect(server.sent(status)).toHaveLength(before + 2));
  },
);

test('coming back to the tab asks for nothing while the dialog is closed', async () => {
  const server = serverWith(anAccount('notEnabled'));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const before = server.heard.length;
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await act(async () => {});
  expect(server.heard).toHaveLength(before);
});

test.each([
  ['en', 'Recado for Alexa', 'The skill is installed and active.', 'Skill not activated', /is required/],
  ['pt', 'Recado para Alexa', 'A skill está instalada e ativa.', 'Skill não ativada', /é necessária/],
  ['es', 'Recado para Alexa', 'La skill está instalada y activa.', 'Skill no activada', /es necesaria/],
] as const)(
  'in %s a change while the dialog is open is said in a toast, both ways',
  { tags: ['spec-164.1', 'spec-165.1', 'spec-166.1', 'spec-311.1'] },
  async (...given) => {
    const [language, name, installed, notActivated, required] = given;
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = serverWith(anAccount('notEnabled'));
    await showApp('/triggers', language);
    await openDialog();
    await pass(1_000);
    expect(openToasts()).toEqual([]);
    server.answer(status, { json: anAccount('active') });
    await pass(5_500);
    expect(openToasts()).toMatchObject([{ title: name, description: installed, variant: 'default' }]);
    server.answer(status, { json: anAccount('notEnabled') });
    await pass(5_500);
    expect(openToasts()).toMatchObject([
      { title: notActivated, description: expect.stringMatching(required), variant: 'destructive' },
    ]);
  },
);

test('a change while the dialog is closed is not said in a toast', { tags: 'spec-164.1' }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(anAccount('notEnabled'));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  server.answer(status, { json: anAccount('active') });
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 1_000));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Skill not activated' })).toBeNull());
  expect(openToasts()).toEqual([]);
});

test('while the dialog waits, a server that does not answer is not complained about every five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(anAccount('notEnabled'));
  await showApp('/triggers');
  const dialog = await openDialog();
  await pass(1_000);
  server.answer(status, refused(503, 'server.busy'));
  const before = server.sent(status).length;
  await pass(16_000);
  expect(server.sent(status).length).toBeGreaterThanOrEqual(before + 3);
  expect(openToasts()).toEqual([]);
  expect(dialog).toBeVisible();
});

test(
  'the state is asked for every five minutes, by all who show it together',
  { tags: ['spec-254.1', 'spec-340.1'] },
  async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = serverWith(anAccount('active'));
    const { user } = await showApp('/triggers');
    await screen.findByRole('button', { name: 'Alexa skill Active' });
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('region', { name: 'No problem found' });
    await pass(2_000);
    const before = server.sent(status).length;
    await act(() => vi.advanceTimersByTimeAsync(4.5 * 60_000));
    expect(server.sent(status)).toHaveLength(before);
    await act(() => vi.advanceTimersByTimeAsync(0.5 * 60_000));
    expect(server.sent(status)).toHaveLength(before + 1);
  },
);

test('moving to another page asks for the state again', { tags: 'spec-254.1' }, async () => {
  const server = serverWith(anAccount('notEnabled'));
  const { user } = await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const before = server.sent(status).length;
  server.answer(status, { json: anAccount('active') });
  await user.click(screen.getByRole('link', { name: 'Amazon account' }));
  expect(await screen.findByText('ana@example.com')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Skill not activated' })).toBeNull());
  expect(server.sent(status)).toHaveLength(before + 1);
});

test(
  'another workspace has a state of its own, asked for at once and never mixed up',
  { tags: 'spec-254.1' },
  async () => {
    const office = { ...home, id: 8, name: 'Office', defaultWorkspace: false };
    let current = home;
    const server = aServer({
      ...anasServer(),
      'GET /api/workspaces': { json: [home, office] },
      'GET /api/workspaces/current': () => ({ json: current }),
      'POST /api/workspaces/switch': () => {
        current = office;
        return { json: { id: office.id, name: office.name } };
      },
      [status]: ({ workspace }) => ({ json: anAccount(workspace === '8' ? 'notEnabled' : 'active') }),
    });
    const { user } = await showApp('/triggers');
    await screen.findByRole('button', { name: 'Alexa skill Active' });
    await user.click(screen.getByRole('button', { name: 'Workspace Casa' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Office' }));
    expect(await screen.findByRole('button', { name: 'Skill not activated' })).toBeVisible();
    expect(server.sent(status).at(-1)?.workspace).toBe('8');
    expect(openToasts()).toMatchObject([{ title: 'Workspace switched' }]);
  },
);
