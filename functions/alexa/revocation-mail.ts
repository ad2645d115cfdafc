import type { Revocation } from '#functions/data/alexa/grant-item.ts';
import type { Mail } from '#functions/providers/email.ts';
import { productName } from '#shared/product.ts';
import type { Language } from '#shared/rules/language.ts';
import { reconnectButton } from '#shared/rules/reconnect-button.ts';
import type { Mend } from '#shared/rules/skill-state.ts';

type Facts = {
  language: Language;
  workspace: string;
  workspaceId: number;
  appUrl: string;
  as: Revocation;
  mend: Mend;
  /** The address of the skill in Amazon's store; absent where the stage has none. */
  skillPage?: string | undefined;
};

type Texts = {
  subject: string;
  hello: string;
  what: (workspace: string) => string;
  why: Readonly<Record<Revocation, string>>;
  reconnect: (page: string, button: string) => string;
  reinstall: (page: string) => string;
  skillPage: (address: string) => string;
};

const texts: Readonly<Record<Language, Texts>> = {
  pt: {
    subject: `${productName}: os gatilhos não chegam mais à Alexa`,
    hello: 'Olá,',
    what: (workspace) => `Os gatilhos do workspace “${workspace}” não chegam mais à Alexa.`,
    why: {
      skillDisabled: 'A Amazon informa que a skill foi desativada no app Alexa.',
      accessEnded: 'A Alexa não aceita mais nosso acesso: a skill foi desativada ou a permissão foi revogada.',
    },
    reconnect: (page, button) =>
      `Para que eles voltem a funcionar, abra ${page} e clique em “${button}”. É um só clique; a Amazon pode pedir a sua confirmação.`,
    reinstall: (page) =>
      `Para que eles voltem a funcionar, desative e ative a skill no app Alexa; se ela já estiver desativada, basta ativá-la. Veja como em ${page}`,
    skillPage: (address) => `Página da skill: ${address}`,
  },
  en: {
    subject: `${productName}: your triggers no longer reach Alexa`,
    hello: 'Hello,',
    what: (workspace) => `The triggers of the workspace “${workspace}” do not reach Alexa any more.`,
    why: {
      skillDisabled: 'Amazon says that the skill was disabled in the Alexa app.',
      accessEnded: 'Alexa no longer accepts our access: the skill was disabled or the permission removed.',
    },
    reconnect: (page, button) =>
      `To make them work again, open ${page} and press “${button}”. It takes one click; Amazon may ask you to confirm.`,
    reinstall: (page) =>
      `To make them work again, disable and enable the skill in the Alexa app; if it is disabled already, just enable it. See how at ${page}`,
    skillPage: (address) => `The page of the skill: ${address}`,
  },
  es: {
    subject: `${productName}: los disparadores ya no llegan a Alexa`,
    hello: 'Hola:',
    what: (workspace) => `Los disparadores del espacio de trabajo “${workspace}” ya no llegan a Alexa.`,
    why: {
      skillDisabled: 'Amazon indica que la skill se desactivó en la app Alexa.',
      accessEnded: 'Alexa ya no acepta nuestro acceso: se desactivó la skill o se revocó el permiso.',
    },
    reconnect: (page, button) =>
      `Para que vuelvan a funcionar, abra ${page} y haga clic en “${button}”. Basta un clic; Amazon puede pedirle que confirme.`,
    reinstall: (page) =>
      `Para que vuelvan a funcionar, desactive y active la skill en la app Alexa; si ya está desactivada, basta con activarla. Vea cómo en ${page}`,
    skillPage: (address) => `Página de la skill: ${address}`,
  },
};

export function revocationMail({
  language,
  workspace,
  workspaceId,
  appUrl,
  as,
  mend,
  skillPage,
}: Facts): Omit<Mail, 'to'> {
  const { subject, hello, what, why, ...next } = texts[language];
  const name = workspace.replace(/\s+/gu, ' ');
  const page = `${appUrl}/amazon-auth?id=${workspaceId}`;
  const steps =
    mend === 'reconnect'
      ? [next.reconnect(page, reconnectButton[language])]
      : [next.reinstall(page), ...(skillPage === undefined ? [] : [next.skillPage(skillPage)])];
  return { subject, text: [hello, `${what(name)} ${why[as]}`, ...steps, productName].join('\n\n') };
}
