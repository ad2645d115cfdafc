// @vitest-environment node
import { expect, test } from 'vitest';

import { groupTexts } from '#shared/rules/group-commands/texts.ts';
import { reconnectButton } from '#shared/rules/reconnect-button.ts';
import { allTexts } from '#web/testing/all-texts.ts';

import { languageCodes } from '../languages.ts';

const texts = { pt: allTexts('pt'), en: allTexts('en'), es: allTexts('es') };

test.each([
  ['en', 'common.loading', 'Loading...'],
  ['en', 'common.never', 'Never'],
  ['en', 'shell.titles.notFound', 'Page Not Found'],
  ['en', 'errors.title', 'Error'],
  ['pt', 'errors.title', 'Erro'],
  ['en', 'errors.generic', 'An error occurred'],
  ['pt', 'errors.sessionExpired', 'Sessão expirada'],
  ['pt', 'errors.sessionExpiredHint', 'Sua sessão expirou. Por favor, faça login novamente.'],
  ['pt', 'refusals.auth.sessionExpired', 'Sua sessão expirou. Por favor, faça login novamente.'],

  ['pt', 'workspace.nameRequired', 'Nome é obrigatório'],
  ['pt', 'refusals.workspace.nameRequired', 'Nome é obrigatório'],
  ['en', 'refusals.workspace.nameTooLong', 'Name must be at most 110 characters'],
  ['en', 'refusals.workspace.isYourDefault', 'Cannot deactivate your default workspace'],
  ['en', 'refusals.workspace.flaggedDefault', 'Cannot deactivate a workspace set as default'],
  ['en', 'refusals.workspace.subscriptionRunning', 'Cannot deactivate a workspace with an active subscription'],

  ['en', 'amazonAuth.unlink.word', 'unlink-account'],
  ['pt', 'amazonAuth.unlink.word', 'desvincular-conta'],
  ['es', 'amazonAuth.unlink.word', 'desvincular-cuenta'],
  ['en', 'amazonAuth.move.word', 'move-account'],
  ['pt', 'amazonAuth.move.word', 'mover-conta'],
  ['es', 'amazonAuth.move.word', 'mover-cuenta'],

  [
    'es',
    'refusals.trigger.nameTaken',
    'Ya existe un disparador con este nombre. Por favor, elija un nombre diferente.',
  ],
  ['en', 'triggers.run.tokenExpired', 'Amazon token expired, reconnect your Amazon account on the authentication page'],
  [
    'en',
    'refusals.amazon.grantRevoked',
    'Amazon token expired, reconnect your Amazon account on the authentication page',
  ],
  ['pt', 'triggers.errors.delete', 'Erro ao excluir trigger'],

  ['pt', 'subscription.loadError', 'Falha ao buscar assinatura'],
  ['pt', 'subscription.noWorkspace', 'Workspace ID não disponível'],
  ['pt', 'refusals.subscription.invalidWorkspace', 'ID do workspace inválido'],

  ['en', 'whatsapp.connection.connect', 'Connect WhatsApp'],
  ['en', 'whatsapp.connection.useExisting', 'Use Existing'],
  ['en', 'whatsapp.connection.disconnect', 'Disconnect'],
  ['en', 'whatsapp.connection.unlink', 'Unlink'],
  ['en', 'whatsapp.connection.nameMissing', 'Name not available'],
  ['pt', 'whatsapp.connection.nameMissing', 'Nome não disponível'],
  ['pt', 'whatsapp.connection.incomplete', 'Informações da instância do WhatsApp incompletas'],
  ['en', 'pairing.starting', 'Generating QR code...'],
  ['en', 'pairing.waiting', 'Waiting for connection...'],
  ['pt', 'numberDialogs.existing.contact', 'Contato'],
  ['en', 'numberDialogs.existing.workspace', 'Workspace {{id}}'],
  ['en', 'numberDialogs.existing.emptyTitle', 'No connection available for sharing'],
  ['en', 'whatsapp.lost.title', 'WhatsApp Disconnected'],
  ['en', 'whatsapp.errors.connect', 'Failed to connect WhatsApp. Please try again.'],
  ['pt', 'whatsapp.errors.noCode', 'QR code não foi gerado corretamente'],
  ['pt', 'whatsapp.errors.unlink', 'Falha ao desvincular instância'],
  ['pt', 'whatsapp.errors.disconnect', 'Falha ao desconectar WhatsApp'],
  ['pt', 'whatsapp.errors.createGroup', 'Erro ao criar grupo'],
  ['pt', 'whatsapp.errors.deleteGroup', 'Erro ao excluir grupo'],
] as const)('has in %s for %s exactly the specified text', (language, key, text) => {
  expect(texts[language].get(key)).toBe(text);
});

// The specified phrase is part of a text that starts with a capital letter and may be longer.
test.each([
  ['shell.nav.activateSkill', 'activate skill'],
  ['workspace.create', 'create workspace'],
  ['amazonAuth.skillNotActivated', 'skill not activated'],
  ['skill.notActivated', 'skill not activated'],
  ['errors.invalidResponse', 'invalid response from server'],
  ['errors.unreadableResponse', 'error processing server response'],
  ['refusals.trigger.nameTooShort', 'name must have at least 3 characters'],
  ['refusals.trigger.nameTooLong', 'at most 110'],
  ['refusals.trigger.nameCharacters', 'only letters, numbers and spaces'],
  ['refusals.trigger.nameTaken', 'already exists'],
  ['triggers.run.unauthorized', 'could not run the trigger due to an authorization error'],
  ['triggers.run.unknownError', 'unknown error'],
  ['triggers.errors.create', 'error creating trigger'],
  ['triggers.errors.update', 'error updating trigger'],
  ['whatsapp.noPlan.startTrial', 'start free trial'],
  ['whatsapp.noPlan.viewPlans', 'view plans'],
  ['selectGroup.notConnected', 'please connect whatsapp'],
  ['whatsapp.lost.text', 'connection was lost'],
  ['whatsapp.errors.connectionFailed', 'connection failed'],
] as const)('contains in %s the phrase "%s"', (key, phrase) => {
  expect(texts.en.get(key)?.toLowerCase()).toContain(phrase);
});

test.each(languageCodes)('names in %s only existing buttons and pages in mails and groups', (language) => {
  const buttons = [...texts[language]].filter(([key]) => key.endsWith('.reconnect')).map(([, text]) => text);
  expect(buttons).toContain(reconnectButton[language]);
  const pages = Object.values(groupTexts[language].failed).flatMap((say) => pageNamed(say('x')) ?? []);
  expect(pages).toContain(texts[language].get('shell.nav.amazonAuth'));
  const nav = [...texts[language]].filter(([key]) => key.startsWith('shell.nav.')).map(([, text]) => text);
  expect(pages.filter((page) => !nav.includes(page))).toEqual([]);
});

/** Finds the page in "in Recado, under Triggers." */
const pageNamed = (text: string): string | undefined => / Recado, (?:em|under|en) ([^.]+)\./.exec(text)?.[1];

test('has a text that asks a signed-out visitor to sign in', () => {
  expect([...texts.pt.values()]).toContain('Usuário não autenticado');
});

test.each(languageCodes)('has in %s a text for every key that is used outside the web app', (language) => {
  const keys = [
    'amazonAuth.accountInUseModal.title',
    'amazonAuth.accountInUseModal.descriptionOwnWorkspace',
    'amazonAuth.accountInUseModal.descriptionOtherWorkspace',
    'amazonAuth.skillNotActivated',
    'amazonAuth.skillRequired',
    'amazonAuth.skillInstalled',
    'workspace.createSuccess',
  ];
  expect(keys.filter((key) => !texts[language].get(key))).toEqual([]);
});
