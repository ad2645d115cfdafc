import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { closeSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { aServer } from '#web/testing/a-server.ts';
import { anAccount, anasServer, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { AmazonAuthPage } from './amazon-auth-page.tsx';

type Connecting = NonNullable<AmazonAuth['connecting']>;
type Language = 'pt' | 'en' | 'es';

const status = 'GET /api/amazon-auth';
const cancel = 'DELETE /api/amazon-auth/connecting';

const connecting = (more: Partial<Connecting> = {}): AmazonAuth =>
  anAccount('notEnabled', {
    mend: 'reconnect',
    connecting: { since: new Date().toISOString(), step: 'grant', ...more },
  });

/** An account that reconnecting with our button cannot fix at the moment. */
const refused = (more: Partial<Connecting>): AmazonAuth => ({ ...connecting(more), mend: 'reinstall' });

const serverWith = (account: AmazonAuth) =>
  aServer({ ...anasServer(), [status]: { json: account }, [cancel]: { json: { success: true } } });

const arrive = (language: Language = 'en') => showPage(AmazonAuthPage, { at: '/amazon-auth?success=true', language });
const reload = (language: Language = 'en') => showPage(AmazonAuthPage, { at: '/amazon-auth', language });

const card = async (name = 'Connecting Alexa') => {
  const heading = await screen.findByRole('heading', { name, level: 2 });
  const found = heading.closest('section');
  if (!found) throw new Error('a heading outside of a card');
  return within(found);
};

const addressOf = (link: HTMLElement) => new URL(link.getAttribute('href') ?? '', 'https://recado.example');
/** All links that start connecting with us. */
const leadingToUs = () => screen.getAllByRole('link').filter((link) => addressOf(link).pathname === '/api/auth/amazon');
const openToasts = () => toastsNow().filter(({ open }) => open);

/** Advances in small steps, so that each reply arrives before the next timer. */
const pass = async (ms: number) => {
  for (let gone = 0; gone < ms; gone += 500) await act(() => vi.advanceTimersByTimeAsync(500));
};

beforeEach(() => act(closeSkillDialog));
afterEach(() => vi.useRealTimers());

test.each([
  [
    'en',
    'Connecting Alexa',
    ['Amazon account linked', 'Alexa allowed', 'Alexa confirms'],
    /We asked Alexa to enable the skill\. This can take a moment/,
  ],
  [
    'pt',
    'Conectando a Alexa',
    ['Conta Amazon vinculada', 'Alexa autorizada', 'A Alexa confirma'],
    /^Pedimos à Alexa que ative a skill/,
  ],
  [
    'es',
    'Conectando Alexa',
    ['Cuenta de Amazon vinculada', 'Alexa autorizada', 'Alexa confirma'],
    /^Pedimos a Alexa que active la skill/,
  ],
] as const)('shows in %s each step after the redirect, the current one, and what we wait for', async (...given) => {
  const [language, title, steps, awaited] = given;
  serverWith(connecting());
  await arrive(language);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const items = dialog.getAllByRole('listitem');
  expect(items).toHaveLength(3);
  for (const [index, words] of steps.entries()) expect(items[index]).toHaveTextContent(words);
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, null, 'step']);
  expect(dialog.getByRole('status')).toHaveTextContent(awaited);
  expect(items[0]).toHaveTextContent('ana@example.com');
});

test.each([
  ['allow', 'Allow Alexa', /Allow Recado on Amazon/],
  ['enable', 'Alexa confirms', /Amazon confirms your account once more/],
] as const)('shows the step %s in a card after a reload, with a link to continue at Amazon', async (...given) => {
  const [step, current, awaited] = given;
  serverWith(connecting({ step }));
  await reload();
  const progress = await card();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(progress.getAllByRole('listitem').find((item) => item.hasAttribute('aria-current'))).toHaveTextContent(
    current,
  );
  expect(progress.getByRole('status')).toHaveTextContent(awaited);
  const address = addressOf(progress.getByRole('link', { name: 'Continue on Amazon' }));
  expect(address.pathname).toBe('/api/auth/amazon');
  expect(address.searchParams.get('workspace')).toBe(String(home.id));
  expect(address.searchParams.get('force_login')).toBe('true');
  expect(address.searchParams.has('reset')).toBe(false);
});

test.each([
  ['en', /^The skill is enabled\./],
  ['pt', /^A skill está ativada\./],
  ['es', /^La skill está activada\./],
] as const)('shows in %s that the skill is enabled only after Alexa has confirmed it', async (language, enabled) => {
  const server = serverWith(connecting());
  await reload(language);
  expect(await screen.findByRole('status')).not.toHaveTextContent(enabled);
  server.answer(status, { json: connecting({ isEnabled: true }) });
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(enabled));
});

test('offers only to stop waiting while Alexa has not confirmed', async () => {
  serverWith(connecting());
  await reload();
  const progress = await card();
  expect(progress.queryByRole('link')).toBeNull();
  expect(progress.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Stop waiting']);
  expect(screen.queryByRole('link', { name: 'Connect Alexa' })).toBeNull();
});

test.each([
  ['en', 'Stop waiting', 'No longer waiting', 'Alexa still connects if it confirms later.'],
  ['pt', 'Parar de aguardar', 'Não estamos mais aguardando', 'A Alexa ainda será conectada se confirmar depois.'],
  ['es', 'Dejar de esperar', 'Ya no estamos esperando', 'Alexa se conectará igual si confirma más tarde.'],
] as const)('tells in %s a user who stops waiting that nothing was undone', async (...given) => {
  const [language, button, title, description] = given;
  const server = serverWith(connecting());
  const user = await reload(language);
  const stop = await screen.findByRole('button', { name: button });
  server.answer(status, { json: anAccount('notEnabled', { mend: 'reconnect' }) });
  await user.click(stop);
  await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull());
  expect(server.sent(cancel)).toMatchObject([{ workspace: String(home.id) }]);
  expect(openToasts()).toMatchObject([{ title, description }]);
});

test('does not show the skill as being connected while Alexa does not confirm', async () => {
  serverWith(connecting({ late: true }));
  await arrive();
  await screen.findByRole('dialog');
  expect(screen.queryByText(/being connected/)).toBeNull();
  expect(screen.queryByText('Connecting')).toBeNull();
  expect(screen.getByText('Alexa has not confirmed yet. See what to do.')).toBeInTheDocument();
});

test.each(['allow', 'enable'] as const)('cancels connecting at the step %s', async (step) => {
  const server = serverWith(connecting({ step }));
  const user = await reload();
  const progress = await card();
  server.answer(status, { json: anAccount('notEnabled', { mend: 'reconnect' }) });
  await user.click(progress.getByRole('button', { name: 'Cancel connecting' }));
  await waitFor(() => expect(screen.queryByText('Connecting Alexa')).toBeNull());
  expect(server.sent(cancel)).toMatchObject([{ workspace: String(home.id) }]);
  expect(openToasts()).toMatchObject([{ title: 'Connection canceled' }]);
  expect(screen.getByRole('link', { name: 'Connect Alexa' })).toBeVisible();
});

test('keeps the connection attempt when the dialog is closed', async () => {
  const server = serverWith(connecting());
  const user = await arrive();
  const dialog = await screen.findByRole('dialog', { name: 'Connecting Alexa' });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await card()).toBeDefined();
  expect(server.sent(cancel)).toEqual([]);
});

test.each([
  ['en', 'Recado for Alexa', 'The skill is installed and active.', 'Create trigger'],
  ['pt', 'Recado para Alexa', 'A skill está instalada e ativa.', 'Criar gatilho'],
  ['es', 'Recado para Alexa', 'La skill está instalada y activa.', 'Crear disparador'],
] as const)('shows in %s within five seconds that Alexa is connected, and suggests a trigger', async (...given) => {
  const [language, title, description, next] = given;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(connecting());
  server.answer('GET /api/triggers', { json: [] });
  await arrive(language);
  await screen.findByRole('dialog');
  server.answer(status, { json: anAccount('active') });
  await pass(5_500);
  expect(openToasts()).toMatchObject([{ title, description, variant: 'default' }]);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('link', { name: next })).toHaveAttribute('href', '/triggers?create');
});

test('shows the success in a toast and a dialog, also over the card', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(connecting());
  await reload();
  await card();
  server.answer(status, { json: anAccount('active') });
  await pass(5_500);
  expect(openToasts()).toMatchObject([{ description: 'The skill is installed and active.' }]);
  expect(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Run a trigger' })).toBeVisible();
});

test.each([
  ['en', 'Alexa has not confirmed yet.', /^Open the skill page/, /sign in with ana@example\.com/],
  ['pt', 'A Alexa ainda não confirmou.', /^Abrir a página da skill/, /entre com ana@example\.com/],
  ['es', 'Alexa aún no ha confirmado.', /^Abrir la página de la skill/, /inicia sesión con ana@example\.com/],
] as const)(
  'shows in %s the manual steps when the server reports a late Alexa, and keeps polling',
  async (...given) => {
    const [language, words, page, account] = given;
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = serverWith(connecting());
    await reload(language);
    await screen.findByRole('status');
    await act(() => vi.advanceTimersByTimeAsync(90_000));
    expect(screen.queryByText(account)).toBeNull();
    server.answer(status, { json: connecting({ late: true }) });
    await pass(5_500);
    expect(screen.getByRole('status')).toHaveTextContent(words);
    expect(screen.getByText(account)).toBeVisible();
    expect(screen.getByRole('link', { name: page })).toHaveAttribute('href', expect.stringContaining('/dp/B0EXAMPLE1'));
    const onward = { en: 'Continue on Amazon', pt: 'Continuar na Amazon', es: 'Continuar en Amazon' }[language];
    expect(addressOf(screen.getByRole('link', { name: onward })).pathname).toBe('/api/auth/amazon');
    const before = server.sent(status).length;
    await pass(5_500);
    expect(server.sent(status)).toHaveLength(before + 1);
  },
);

test.each([-3600, 3600])('shows the server’s state when the device’s clock is wrong by %i seconds', async (seconds) => {
  const since = new Date(Date.now() + seconds * 1000).toISOString();
  const server = serverWith(connecting({ since }));
  await reload();
  expect(await screen.findByText(/This can take a moment/)).toBeVisible();
  server.answer(status, { json: connecting({ since, late: true }) });
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(await screen.findByText(/Alexa has not confirmed yet\. We are still waiting/)).toBeVisible();
});

test.each([
  ['en', 'Disable and enable the skill', /no longer offered in your country, it cannot be enabled again/],
  ['pt', 'Desativar e ativar a skill', /não for mais oferecida no seu país, não será possível ativá-la de novo/],
  ['es', 'Desactivar y activar la skill', /ya no se ofrece en tu país, no se podrá activar de nuevo/],
] as const)('offers in %s to disable and enable a skill that was enabled before, with a warning', async (...given) => {
  const [language, button, warning] = given;
  serverWith({ ...connecting({ late: true, maySwitchOffAndOn: true }), pageToken: 'of this page' });
  await reload(language);
  const address = addressOf(await screen.findByRole('link', { name: button }));
  expect(screen.getByText(warning)).toBeVisible();
  expect(address.pathname).toBe('/api/auth/amazon');
  expect(address.searchParams.get('reset')).toBe('of this page');
  expect(leadingToUs()).toHaveLength(1);
});

const problems = [
  ['amazon.allowDeclined', 'both', 'You did not allow Alexa', 'Você não autorizou a Alexa', 'No autorizaste a Alexa'],
  [
    'amazon.accountNotConfirmed',
    'both',
    'You did not confirm the account on Amazon',
    'Você não confirmou a conta na Amazon',
    'No confirmaste la cuenta en Amazon',
  ],
  [
    'amazon.otherAccountChosen',
    'again',
    'You used a different Amazon account',
    'Você usou outra conta Amazon',
    'Usaste otra cuenta de Amazon',
  ],
  [
    'amazon.enablementRefused',
    'byHand',
    'Amazon does not let us enable the skill',
    'A Amazon não nos deixa ativar a skill',
    'Amazon no nos permite activar la skill',
  ],
  [
    'amazon.consentRefused',
    'again',
    'Amazon did not accept your permission',
    'A Amazon não aceitou sua autorização',
    'Amazon no aceptó tu autorización',
  ],
  [
    'amazon.enablementNotConfigured',
    'byHand',
    'We cannot enable the skill right now',
    'No momento, não conseguimos ativar a skill',
    'Por ahora no podemos activar la skill',
  ],
  ['amazon.enablementUnavailable', 'both', 'Something went wrong', 'Algo deu errado', 'Algo salió mal'],
  [
    'amazon.connectTooOften',
    'byHand',
    'Too many attempts within an hour',
    'Muitas tentativas em uma hora',
    'Demasiados intentos en una hora',
  ],
  ['amazon.later', 'byHand', 'Alexa was not connected', 'A Alexa não foi conectada', 'Alexa no se conectó'],
] as const;

const inEachLanguage = (wanted: 'again' | 'byHand' | 'both') =>
  problems
    .filter(([, helps]) => helps === wanted)
    .flatMap(([problem, , en, pt, es]) => [
      { problem, language: 'en' as const, title: en },
      { problem, language: 'pt' as const, title: pt },
      { problem, language: 'es' as const, title: es },
    ]);

test.each(inEachLanguage('again'))(
  'offers only another attempt in $language after $problem',
  async ({ problem, language, title }) => {
    serverWith(connecting({ problem }));
    await reload(language);
    expect(await screen.findByText(title)).toBeVisible();
    const again = { en: 'Try again', pt: 'Tentar novamente', es: 'Intentar de nuevo' }[language];
    expect(addressOf(screen.getByRole('link', { name: again })).pathname).toBe('/api/auth/amazon');
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  },
);

test.each(inEachLanguage('byHand'))(
  'offers only the manual steps in $language after $problem',
  async ({ problem, language, title }) => {
    serverWith(connecting({ problem }));
    await reload(language);
    expect(await screen.findByText(title)).toBeVisible();
    const page = { en: /^Open the skill page/, pt: /^Abrir a página/, es: /^Abrir la página/ }[language];
    expect(await screen.findByRole('link', { name: page })).toHaveAttribute('target', '_blank');
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    const again = { en: 'Try again', pt: 'Tentar novamente', es: 'Intentar de nuevo' }[language];
    expect(screen.queryByRole('link', { name: again })).toBeNull();
  },
);

test.each(inEachLanguage('both'))(
  'offers another attempt and the manual steps in $language after $problem',
  async ({ problem, language, title }) => {
    serverWith(connecting({ problem }));
    await reload(language);
    expect(await screen.findByText(title)).toBeVisible();
    const words = {
      en: ['Or enable the skill yourself:', /^Open the skill page/, 'Try again'],
      pt: ['Ou ative a skill manualmente:', /^Abrir a página/, 'Tentar novamente'],
      es: ['O activa la skill manualmente:', /^Abrir la página/, 'Intentar de nuevo'],
    } as const;
    const [intro, page, again] = words[language];
    expect(screen.getByText(intro)).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    expect(await screen.findByRole('link', { name: page })).toHaveAttribute('target', '_blank');
    expect(addressOf(screen.getByRole('link', { name: again })).pathname).toBe('/api/auth/amazon');
  },
);

const byHandWords = {
  en: [/Trying again here will not help right now/, /^Open the skill page/, /try again/i],
  pt: [/Tentar de novo por aqui não vai ajudar agora/, /^Abrir a página/, /^(?!.*por aqui).*tent(e|ar) novamente/i],
  es: [/Intentarlo de nuevo aquí no ayudará por ahora/, /^Abrir la página/, /inténtalo de nuevo|puedes intentarlo/i],
} as const;

test.each(
  (
    ['allowDeclined', 'accountNotConfirmed', 'otherAccountChosen', 'consentRefused', 'enablementUnavailable'] as const
  ).flatMap((problem) => (['en', 'pt', 'es'] as const).map((language) => ({ problem, language }))),
)(
  'does not suggest another attempt in $language after $problem when it cannot start',
  async ({ problem, language }) => {
    serverWith(refused({ problem: `amazon.${problem}` }));
    await reload(language);
    const [why, page, again] = byHandWords[language];
    expect(await screen.findByText(why)).toBeVisible();
    expect(await screen.findByRole('link', { name: page })).toHaveAttribute('target', '_blank');
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    expect(screen.queryByText(again)).toBeNull();
    expect(leadingToUs()).toEqual([]);
  },
);

test.each(['allow', 'enable'] as const)(
  'links the skill’s page at the step %s when our button cannot start anything',
  async (step) => {
    serverWith(refused({ step }));
    await reload();
    expect(await screen.findByText(/If the Amazon page is still open, finish there/)).toBeVisible();
    expect(await screen.findByRole('link', { name: /^Open the skill page/ })).toHaveAttribute('target', '_blank');
    expect(screen.getByText(/sign in with ana@example\.com/)).toBeVisible();
    expect(leadingToUs()).toEqual([]);
  },
);

test('does not offer to disable and enable a late skill when our button cannot start anything', async () => {
  serverWith(refused({ late: true, maySwitchOffAndOn: true }));
  await reload();
  expect(await screen.findByRole('link', { name: /^Open the skill page/ })).toBeVisible();
  expect(leadingToUs()).toEqual([]);
});

test.each([
  ['en', /We already disabled the skill, as you asked/],
  ['pt', /A skill já foi desativada, como você pediu/],
  ['es', /La skill ya se desactivó, como pediste/],
] as const)('tells in %s a user who declined that we already disabled the skill', async (language, off) => {
  const server = serverWith({ ...connecting({ problem: 'amazon.allowDeclined' }), isOff: true });
  await reload(language);
  expect(await screen.findByText(off)).toBeVisible();
  expect(leadingToUs()).toHaveLength(1);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  server.answer(status, { json: connecting({ problem: 'amazon.allowDeclined' }) });
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await waitFor(() => expect(screen.queryByText(off)).toBeNull());
});

test.each([
  ['en', /but Alexa did not confirm that it did/],
  ['pt', /mas a Alexa não confirmou se fez isso/],
  ['es', /pero Alexa no confirmó si lo hizo/],
] as const)('tells in %s that the skill may be disabled when the reply was lost', async (language, off) => {
  serverWith({ ...connecting({ problem: 'amazon.enablementUnavailable' }), mayBeOff: true });
  await reload(language);
  expect(await screen.findByText(off)).toBeVisible();
  expect(screen.queryByText(/We already disabled the skill/)).toBeNull();
});

test.each(['allow', 'enable'] as const)('shows at the step %s that we disabled the skill', async (step) => {
  serverWith({ ...connecting({ step }), isOff: true });
  await reload();
  expect(await screen.findByRole('status')).toHaveTextContent(/We already disabled the skill, as you asked/);
});

test('shows how to get the skill back when the user cancels after we disabled it', async () => {
  const server = serverWith({ ...connecting({ step: 'allow' }), isOff: true });
  const user = await reload();
  const progress = await card();
  server.answer(status, { json: anAccount('revoked', { mend: 'reconnect' }) });
  await user.click(progress.getByRole('button', { name: 'Cancel connecting' }));
  await waitFor(() =>
    expect(openToasts()).toMatchObject([{ description: expect.stringContaining('The skill stays disabled') }]),
  );
});

test.each([
  ['revoked', { isOff: true }, /We already disabled the skill, as you asked/],
  ['notEnabled', { isOff: true }, /We already disabled the skill, as you asked/],
  ['revoked', { mayBeOff: true }, /but Alexa did not confirm that it did/],
] as const)('shows that we disabled the skill after connecting has ended: %s, %j', async (skill, off, text) => {
  serverWith(anAccount(skill, { mend: 'reinstall', ...off }));
  await reload();
  expect(await screen.findByText(text)).toBeVisible();
});

test.each([
  ['pt', 'A skill já foi desativada, como você pediu', 'Ative a skill no app Alexa para que seus gatilhos voltem'],
  ['en', 'We already disabled the skill, as you asked', 'Enable the skill in the Alexa app, so your triggers reach'],
  ['es', 'La skill ya se desactivó, como pediste', 'Activa la skill en la app Alexa para que tus disparadores'],
] as const)('does not ask in %s to disable the skill that we disabled', async (language, why, what) => {
  serverWith({ ...connecting({ step: 'allow', problem: 'amazon.enablementRefused' }), mend: 'reinstall', isOff: true });
  await showPage(AmazonAuthPage, { at: '/amazon-auth', language });
  const main = await screen.findByText(new RegExp(why));
  expect(main).toBeVisible();
  expect(screen.getByText(new RegExp(what))).toBeVisible();
  expect(document.body).not.toHaveTextContent(/Disable skill|Desativar skill|Desactivar skill/);
});

test('shows within five seconds that the user enabled the skill by hand after declining', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(connecting({ problem: 'amazon.allowDeclined' }));
  await reload();
  await card();
  server.answer(status, { json: anAccount('active') });
  await pass(5_500);
  expect(openToasts()).toMatchObject([{ description: 'The skill is installed and active.' }]);
});

test('names the account to choose after the user chose another one', async () => {
  serverWith(connecting({ problem: 'amazon.otherAccountChosen' }));
  await reload();
  expect(await screen.findByText(/linked to ana@example\.com.* choose that account whenever/)).toBeVisible();
});

test('does not poll a problem that only another attempt fixes, and lets the user dismiss it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(connecting({ problem: 'amazon.otherAccountChosen' }));
  const user = await reload();
  const progress = await card();
  const before = server.sent(status).length;
  await pass(11_000);
  expect(server.sent(status)).toHaveLength(before);
  vi.useRealTimers();
  server.answer(status, { json: anAccount('notEnabled', { mend: 'reconnect' }) });
  await user.click(progress.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('You used a different Amazon account')).toBeNull());
  expect(server.sent(cancel)).toHaveLength(1);
  expect(openToasts()).toEqual([]);
});

test('refetches the progress when the browser goes back', async () => {
  const server = serverWith(anAccount('notEnabled', { mend: 'reconnect' }));
  await reload();
  await screen.findByRole('link', { name: 'Connect Alexa' });
  server.answer(status, { json: connecting({ step: 'allow' }) });
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect((await card()).getByRole('link', { name: 'Continue on Amazon' })).toBeVisible();
});

test.each([
  ['en', 'Disable and enable the skill', /linking it again changed nothing/, /^Open the skill page/],
  ['pt', 'Desative e ative a skill', /vincular de novo não mudou nada/, /^Abrir a página da skill/],
  ['es', 'Desactiva y activa la skill', /vincularla de nuevo no cambió nada/, /^Abrir la página de la skill/],
] as const)('shows in %s the step that helps when linking again changed nothing', async (...given) => {
  const [language, title, why, page] = given;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(anAccount('revoked', { mend: 'reinstall' }));
  await showPage(AmazonAuthPage, { at: '/amazon-auth?error=amazon.reinstallSkill', language });
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(why)).toBeVisible();
  expect(await dialog.findByRole('link', { name: page })).toHaveAttribute('target', '_blank');
  expect(dialog.getAllByRole('listitem')).toHaveLength(4);
  expect(window.location.search).toBe('');
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
  server.answer(status, { json: anAccount('active') });
  await pass(5_500);
  expect(openToasts()).toHaveLength(1);
});

test.each([
  [
    'en',
    'Enable the skill again',
    /We already disabled the skill, as you asked\. Enable it in the Alexa app to make Alexa respond again/,
  ],
  ['pt', 'Ative a skill de novo', /A skill já foi desativada, como você pediu\. Ative-a no app Alexa/],
  ['es', 'Activa la skill de nuevo', /La skill ya se desactivó, como pediste\. Actívala en la app Alexa/],
] as const)('in %s the dialog after a relink says that we disabled the skill', async (language, title, why) => {
  serverWith(anAccount('revoked', { mend: 'reinstall', isOff: true }));
  await showPage(AmazonAuthPage, { at: '/amazon-auth?error=amazon.reinstallSkill', language });
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(within(dialog).getByText(why)).toBeVisible();
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(3);
  expect(dialog).not.toHaveTextContent(/Disable|Desative|Desactive|Desativar|Desactivar/);
});

test('shows in the dialog after a relink that the skill may be disabled', async () => {
  serverWith(anAccount('revoked', { mend: 'reinstall', mayBeOff: true }));
  await showPage(AmazonAuthPage, { at: '/amazon-auth?error=amazon.reinstallSkill' });
  const dialog = await screen.findByRole('dialog', { name: 'Disable and enable the skill' });
  expect(dialog).toHaveTextContent(/but Alexa did not confirm that it did/);
});

test.each(['en', 'pt', 'es'] as const)(
  'does not suggest in %s to reconnect when that does not help',
  async (language) => {
    serverWith(anAccount('revoked', { mend: 'reinstall', reason: 'amazon.skillDisabled' }));
    await reload(language);
    const page = { en: /^Open the skill page/, pt: /^Abrir a página da skill/, es: /^Abrir la página de la skill/ };
    expect(await screen.findByRole('link', { name: page[language] })).toHaveAttribute('target', '_blank');
    expect(document.body).not.toHaveTextContent(/reconnect|reconect/i);
  },
);

test('ignores a duplicate callback while the flow continues', async () => {
  serverWith(connecting());
  await showPage(AmazonAuthPage, { at: '/amazon-auth?error=auth.stateInvalid' });
  await card();
  expect(screen.queryByText(/already used or is too old/)).toBeNull();
});

test.each([
  ['en', /That page was out of date, so nothing was changed/, 'Try again'],
  ['pt', /Essa página estava desatualizada, por isso nada foi alterado/, 'Tentar novamente'],
  ['es', /Esa página estaba desactualizada, por lo que no se cambió nada/, 'Intentar de nuevo'],
] as const)('shows in %s that a page of an earlier session is outdated, and offers to retry', async (...given) => {
  const [language, words, again] = given;
  for (const skill of ['notLinked', 'revoked'] as const) {
    serverWith(anAccount(skill, skill === 'revoked' ? { mend: 'reconnect' } : {}));
    const user = await showPage(AmazonAuthPage, { at: '/amazon-auth?error=request.pageOutdated', language });
    const notice = within(await screen.findByRole('alert'));
    expect(await notice.findByText(words)).toBeVisible();
    const address = addressOf(notice.getByRole('link', { name: again }));
    expect(address.pathname).toBe('/api/auth/amazon');
    expect([address.searchParams.has('reset'), address.searchParams.has('move')]).toEqual([false, false]);
    await user.click(notice.getByRole('button'));
    cleanup();
  }
});

test.each<[string, AmazonAuth]>([
  ['the running attempt has buttons', connecting({ late: true, maySwitchOffAndOn: true })],
  ['the skill is active', anAccount('active')],
  ['it could not start anything', anAccount('revoked', { mend: 'reinstall' })],
])('shows no retry button for an outdated page when %s', async (_case, account) => {
  serverWith(account);
  await showPage(AmazonAuthPage, { at: '/amazon-auth?error=request.pageOutdated' });
  const notice = within(await screen.findByRole('alert'));
  expect(await notice.findByText(/That page was out of date/)).toBeVisible();
  expect(notice.queryByRole('link')).toBeNull();
});

test('shows that a link is too old when no connection attempt is running', async () => {
  serverWith(anAccount('notEnabled', { mend: 'reconnect' }));
  await showPage(AmazonAuthPage, { at: '/amazon-auth?error=auth.stateInvalid' });
  expect(await screen.findByText(/already used or is too old/)).toBeVisible();
});
