import type { Revocation } from '#functions/data/grant-item.ts';
import type { Mail } from '#functions/providers/email.ts';
import { productName } from '#shared/product.ts';
import type { Language } from '#shared/rules/language.ts';

type Facts = { language: Language; workspace: string; appUrl: string; as: Revocation };

type Texts = {
  subject: string;
  hello: string;
  what: (workspace: string) => string;
  why: Readonly<Record<Revocation, string>>;
  next: (page: string) => string;
};

const texts: Readonly<Record<Language, Texts>> = {
  pt: {
    subject: `${productName}: a skill da Alexa foi desativada`,
    hello: 'Olá,',
    what: (workspace) => `os gatilhos do workspace "${workspace}" não chegam mais à Alexa.`,
    why: {
      skillDisabled: 'A Amazon informa que a skill foi desativada no aplicativo Alexa.',
      permissionWithdrawn: 'A permissão para falar com a Alexa foi retirada na sua conta da Amazon.',
    },
    next: (page) => `Para que voltem a funcionar, ative a skill de novo. Veja como em ${page}`,
  },
  en: {
    subject: `${productName}: the Alexa skill was switched off`,
    hello: 'Hello,',
    what: (workspace) => `the triggers of the workspace "${workspace}" do not reach Alexa any more.`,
    why: {
      skillDisabled: 'Amazon says that the skill was disabled in the Alexa app.',
      permissionWithdrawn: 'The permission to reach Alexa was taken back in your Amazon account.',
    },
    next: (page) => `To make them work again, enable the skill once more. See how at ${page}`,
  },
  es: {
    subject: `${productName}: la skill de Alexa se desactivó`,
    hello: 'Hola:',
    what: (workspace) => `los disparadores del workspace "${workspace}" ya no llegan a Alexa.`,
    why: {
      skillDisabled: 'Amazon indica que la skill se desactivó en la aplicación Alexa.',
      permissionWithdrawn: 'Se retiró en tu cuenta de Amazon el permiso para hablar con Alexa.',
    },
    next: (page) => `Para que vuelvan a funcionar, activa la skill de nuevo. Mira cómo en ${page}`,
  },
};

/** Tells the owner of a workspace that the skill is off, why, and what to do; it holds no secret of any kind. */
export function revocationMail({ language, workspace, appUrl, as }: Facts): Omit<Mail, 'to'> {
  const { subject, hello, what, why, next } = texts[language];
  const name = workspace.replace(/\s+/gu, ' ');
  return {
    subject,
    text: [hello, `${what(name)} ${why[as]}`, next(`${appUrl}/amazon-auth`), productName].join('\n\n'),
  };
}
