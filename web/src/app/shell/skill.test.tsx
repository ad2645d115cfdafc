import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { AppConfig } from '#shared/contracts/app-config.ts';
import { developmentSkillPage, skillPageAddress } from '#shared/rules/skill-page.ts';
import { closeSkillDialog, openSkillDialog, openSkillSteps } from '#web/features/skill/skill-dialog-state.ts';
import type { Language } from '#web/i18n/languages.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anAccount, anasServer, aSwitchedOffSkill, aTrigger, home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

const status = 'GET /api/amazon-auth';
const languages = ['en', 'pt', 'es'] as const;

const serverWith = (account: AmazonAuth) => aServer({ ...anasServer(), [status]: { json: account } });
const openToasts = () => toastsNow().filter(({ open }) => open);

/** Advances in small steps, so that each reply arrives before the next timer. */
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
  ['en', 'Skill not activated', 'Activate skill (not activated)'],
  ['pt', 'Skill não ativada', 'Ativar skill (não ativada)'],
  ['es', 'Skill no activada', 'Activar skill (no activada)'],
] as const)(
  'shows in %s a header warning and a sidebar badge for an inactive skill',
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
  ['en', 'Skill active'],
  ['pt', 'Skill ativa'],
  ['es', 'Skill activa'],
] as const)(
  'shows in %s an active skill as active in the sidebar, and still opens the dialog',
  { tags: 'spec-162.1' },
  async (language, entry) => {
    serverWith(anAccount('active'));
    const { user } = await showApp('/triggers', language);
    await user.click(await screen.findByRole('button', { name: entry }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  },
);

test('shows neither warning nor badge while the state is unknown', { tags: ['spec-49.1', 'spec-162.2'] }, async () => {
  aServer({ ...anasServer(), [status]: () => new Promise<never>(() => {}) });
  await showApp('/triggers');
  expect(await screen.findByRole('button', { name: 'Activate skill' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Skill not activated' })).toBeNull();
});

test.each([
  ['en', 'Skill not activated', /disabled in the Alexa app\. We noticed this 5 hours ago\. Reconnect the account/],
  ['pt', 'Skill não ativada', /desativada no app Alexa\. Percebemos isso há 5 horas\. Reconecte a conta/],
  ['es', 'Skill no activada', /desactivó en la app Alexa\. Lo detectamos hace 5 horas\. Reconecta la cuenta/],
] as const)('shows in %s why and since when a skill is disabled, in tooltip and dialog', async (...given) => {
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
  ['reinstall', /^Open the skill page/, /Disable and enable the skill/],
] as const)('offers to %s in the dialog after a failed connection attempt', async (mend, link, words) => {
  const connecting = { since: '2026-02-03T10:00:00Z', step: 'allow', problem: 'amazon.allowDeclined' } as const;
  serverWith(anAccount('revoked', { mend, connecting }));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const dialog = await openDialog();
  expect(await within(dialog).findByRole('link', { name: link })).toBeVisible();
  expect(dialog).toHaveAccessibleDescription(words);
  expect(screen.queryByRole('link', { name: 'See progress' })).toBeNull();
});

test('shows the remedy instead of "being connected" when Alexa does not confirm', async () => {
  const connecting = { since: '2026-02-03T10:00:00Z', step: 'grant', late: true } as const;
  serverWith(anAccount('notEnabled', { mend: 'reconnect', connecting }));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const dialog = await openDialog();
  expect(await within(dialog).findByRole('link', { name: 'See what to do' })).toHaveAttribute('href', '/amazon-auth');
  expect(dialog).toHaveAccessibleDescription(/Alexa has not confirmed yet/);
  expect(screen.queryByText(/being connected/)).toBeNull();
});

test('links the progress while connecting', async () => {
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
  ['es', 'Alexa rechazó la ejecución', 'Toca **Activar para usar** e inicia sesión con ana@example.com.', /ejecuta el/],
] as const)(
  'shows in %s the steps after a run that Alexa rejected, even if the skill shows as active',
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
    const page = { en: /^Open the skill page/, pt: /^Abrir a página da skill/, es: /^Abrir la página de la skill/ };
    expect(within(dialog).getByRole('link', { name: page[language] })).toHaveAttribute('target', '_blank');
    expect(dialog).not.toHaveTextContent(/The skill is active|A skill está ativa|La skill está activa/);
  },
);

test.each([
  ['Create trigger', '/triggers?create', [], []],
  ['Run a trigger', '/triggers', [aTrigger({ name: 'Gate' })], []],
  ['Add WhatsApp', '/whatsapp', [aTrigger({ name: 'Gate', lastExecuted: '2026-11-20T12:00:00.000Z' })], []],
] as const)('leads from the active skill to "%s"', async (name, href, triggers, groups) => {
  const server = serverWith(anAccount('active'));
  server.answer('GET /api/triggers', { json: triggers });
  server.answer('GET /api/whatsapp-groups', { json: groups });
  const { user } = await showApp('/account', 'en');
  const dialog = within(await openDialog());
  const link = await dialog.findByRole('link', { name });
  expect(link).toHaveAttribute('href', href);
  await user.click(link);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.pathname).toBe(href.split('?')[0]);
});

test('does not lead from the active skill to WhatsApp on a stage without gateways', async () => {
  const server = serverWith(anAccount('active'));
  server.answer('GET /api/triggers', { json: [aTrigger({ name: 'Gate', lastExecuted: '2026-11-20T12:00:00.000Z' })] });
  server.answer('GET /api/whatsapp-groups', { json: [] });
  const { queries } = await showApp('/account', 'en');
  const dialog = within(await openDialog());
  expect(await dialog.findByRole('link', { name: 'Add WhatsApp' })).toBeVisible();
  act(() => {
    queries.setQueryData(['app', '/config.json'], { webhookUrl: 'https://hooks.example', hasWhatsapp: false });
  });
  await waitFor(() => expect(dialog.queryByRole('link', { name: 'Add WhatsApp' })).toBeNull());
});

test('shows the skill as active once it was enabled again after such a run', async () => {
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

test('forgets the rejected run when the dialog is opened from elsewhere', async () => {
  serverWith(anAccount('active'));
  const { user } = await showApp('/triggers');
  act(openSkillSteps);
  await screen.findByRole('dialog', { name: 'Alexa refused the run' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await openDialog()).toHaveAccessibleName('The skill is active');
});

test('links the linking page in the dialog when no account is linked', async () => {
  serverWith(anAccount('notLinked'));
  const { user } = await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const dialog = await openDialog();
  await user.click(within(dialog).getByRole('link', { name: 'Connect Alexa' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.pathname).toBe('/amazon-auth');
});

test.each(languages)(
  'shows in %s a dialog with title, text, picture, cancel button and install link',
  { tags: ['spec-76.1', 'spec-77.1', 'spec-77.2'] },
  async (language) => {
    const words = {
      en: ['Activate the Alexa skill', 'Cancel', /^Install/],
      pt: ['Ative a skill da Alexa', 'Cancelar', /^Instalar/],
      es: ['Activa la skill de Alexa', 'Cancelar', /^Instalar/],
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

test('links the store of the country that the browser names', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-MX', 'en-US']);
  serverWith(anAccount('notEnabled'));
  await showApp('/triggers', 'es');
  const link = await within(await openDialog()).findByRole('link', { name: /^Instalar/ });
  expect(link).toHaveAttribute('href', 'https://www.amazon.com.mx/dp/B0EXAMPLE1?language=es_MX');
});

/** The configuration file is loaded once, so a test replaces it in the cache. */
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
])('links the store for a British browser with %j: %s', async (config, store) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
  const dialog = await showConfigured({ skillPage: 'B0EXAMPLE2', ...config });
  await waitFor(() => expect(within(dialog).getByRole('link', { name: /^Install/ })).toHaveAttribute('href', store));
});

test('links the skill’s own page for a skill that is in no store', async () => {
  const skillPage = developmentSkillPage('amzn1.ask.skill.00000000-0000-4000-8000-000000000000');
  const dialog = await showConfigured({ skillPage });
  await waitFor(() =>
    expect(within(dialog).getByRole('link', { name: /^Install/ })).toHaveAttribute('href', skillPage),
  );
});

test.each([
  ['en', /open More, then Skills & Games, and search for Recado/],
  ['pt', /abra Mais, depois Skills e jogos, e busque Recado/],
  ['es', /abre Más, luego Skills y juegos, y busca Recado/],
] as const)('describes in %s how to find the skill when its page is not configured', async (language, way) => {
  const dialog = await showConfigured({}, language);
  await waitFor(() => expect(dialog).toHaveAccessibleDescription(way));
  expect(within(dialog).queryByRole('link')).toBeNull();
});

test('refetches the state when the dialog opens and when the tab becomes visible', { tags: 'spec-163.1' }, async () => {
  const server = serverWith(anAccount('notEnabled'));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const before = server.sent(status).length;
  await openDialog();
  await waitFor(() => expect(server.sent(status)).toHaveLength(before + 1));
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(server.sent(status)).toHaveLength(before + 2));
});

test('does not refetch the state when the tab becomes visible while the dialog is closed', async () => {
  const server = serverWith(anAccount('notEnabled'));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  const before = server.sent(status).length;
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await act(async () => {});
  expect(server.sent(status)).toHaveLength(before);
});

test.each([
  ['en', 'Recado for Alexa', 'The skill is installed and active.', 'Skill not activated', /needs the skill/],
  ['pt', 'Recado para Alexa', 'A skill está instalada e ativa.', 'Skill não ativada', /precisa da skill/],
  ['es', 'Recado para Alexa', 'La skill está instalada y activa.', 'Skill no activada', /necesita la skill/],
] as const)(
  'shows in %s a toast for each change while the dialog is open',
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

test('shows no toast for a change while the dialog is closed', { tags: 'spec-164.1' }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(anAccount('notEnabled'));
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill not activated' });
  server.answer(status, { json: anAccount('active') });
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 1_000));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Skill not activated' })).toBeNull());
  expect(openToasts()).toEqual([]);
});

test('shows no toast for failed polls while the dialog is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(anAccount('notEnabled'));
  await showApp('/triggers');
  const dialog = await openDialog();
  await pass(1_000);
  server.answer(status, errorReply(503, 'server.busy'));
  const before = server.sent(status).length;
  await pass(16_000);
  expect(server.sent(status).length).toBeGreaterThanOrEqual(before + 3);
  expect(openToasts()).toEqual([]);
  expect(dialog).toBeVisible();
});

test('polls the state every five minutes, once for all observers', { tags: ['spec-254.1', 'spec-340.1'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(anAccount('active'));
  const { user } = await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill active' });
  await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('region', { name: 'No problem found' });
  await pass(2_000);
  const before = server.sent(status).length;
  await act(() => vi.advanceTimersByTimeAsync(4.5 * 60_000));
  expect(server.sent(status)).toHaveLength(before);
  await act(() => vi.advanceTimersByTimeAsync(0.5 * 60_000));
  expect(server.sent(status)).toHaveLength(before + 1);
});

test('refetches the state on navigation', { tags: 'spec-254.1' }, async () => {
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

test('fetches the state of another workspace at once and keeps both apart', { tags: 'spec-254.1' }, async () => {
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
  await screen.findByRole('button', { name: 'Skill active' });
  await user.click(screen.getByRole('button', { name: 'Workspace Casa' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Office' }));
  expect(await screen.findByRole('button', { name: 'Skill not activated' })).toBeVisible();
  expect(server.sent(status).at(-1)?.workspace).toBe('8');
  expect(openToasts()).toMatchObject([{ title: 'Workspace switched' }]);
});
