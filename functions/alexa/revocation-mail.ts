import type { Revocation } from '#functions/data/alexa/grant-item.ts';
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
    what: (workspace) => `Os gatilhos do workspace “${workspace}” não chegam mais à Alexa.`,
    why: {
      skillDisabled: 'A Amazon informa que a skill foi desativada no app Alexa.',
      permissionWithdrawn: 'A permissão de acesso à Alexa foi retirada na sua conta Amazon.',
    },
    next: (page) => `Para que eles voltem a funcionar, ative a skill de novo. Veja como em ${page}`,
  },
  en: {
    subject: `${productName}: the Alexa skill was switched off`,
    hello: 'Hello,',
    what: (workspace) => `The triggers of the workspace “${workspace}” do not reach Alexa any more.`,
    why: {
      skillDisabled: 'Amazon says that the skill was disabled in the Alexa app.',
      permissionWithdrawn: 'The permission to reach Alexa was taken back in your Amazon account.',
    },
    next: (page) => `To make them work again, activate the skill once more. See how at ${page}`,
  },
  es: {
    subject: `${productName}: la skill de Alexa se desactivó`,
    hello: 'Hola:',
    what: (workspace) => `Los disparadores del espacio de trabajo “${workspace}” ya no llegan a Alexa.`,
    why: {
      skillDisabled: 'Amazon indica que la skill se desactivó en la app Alexa.',
      permissionWithdrawn: 'El permiso de acceso a Alexa se retiró en su cuenta de Amazon.',
    },
    next: (page) => `Para que vuelvan a funcionar, active la skill de nuevo. Vea cómo en ${page}`,
  },
};

export function revocationMail({ language, workspace, appUrl, as }: Facts): Omit<Mail, 'to'> {
  const { subject, hello, what, why, next } = texts[language];
  const name = workspace.replace(/\s+/gu, ' ');
  return {
    subject,
    text: [hello, `${what(name)} ${why[as]}`, next(`${appUrl}/amazon-auth`), productName].join('\n\n'),
  };
}
