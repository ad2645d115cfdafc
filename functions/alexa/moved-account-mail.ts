import { nameInMail, writeMail, type WrittenMail } from '#functions/outbox/write-mail.ts';
import type { Language } from '#shared/rules/language.ts';

type Facts = { language: Language; workspace: string; workspaceId: number; appUrl: string };

type Texts = {
  subject: string;
  what: (workspace: string) => string;
  gone: string;
  next: (page: string) => string;
  notYou: string;
};

const texts: Readonly<Record<Language, Texts>> = {
  pt: {
    subject: 'a conta Amazon foi movida para outro workspace',
    what: (workspace) =>
      `A conta Amazon do workspace “${workspace}” agora está vinculada a outro workspace. Quem fez isso usou um navegador em que essa conta estava aberta na Amazon.`,
    gone: 'Os gatilhos desse workspace foram excluídos e, se havia um número do WhatsApp conectado nele, foi desconectado.',
    next: (page) => `Para usar a Alexa neste workspace, vincule outra conta Amazon em ${page}`,
    notYou:
      'Se a conta Amazon é sua e não foi você nem alguém da sua casa, troque a senha dela na Amazon, saia dela em todo computador que outras pessoas usam e depois vincule a conta de novo.',
  },
  en: {
    subject: 'the Amazon account was moved to another workspace',
    what: (workspace) =>
      `The Amazon account of the workspace “${workspace}” is now linked to another workspace. Whoever did this used a browser that was signed in to that account on Amazon.`,
    gone: 'The triggers of this workspace were deleted, and its WhatsApp number, if it had one, was disconnected.',
    next: (page) => `To use Alexa in this workspace, link another Amazon account at ${page}`,
    notYou:
      'If the Amazon account is yours and it was neither you nor somebody at your home, change its password on Amazon, sign out of it on every computer that others use, then link the account again.',
  },
  es: {
    subject: 'la cuenta de Amazon se movió a otro espacio de trabajo',
    what: (workspace) =>
      `La cuenta de Amazon del espacio de trabajo “${workspace}” ahora está vinculada a otro espacio de trabajo. Quien lo hizo usó un navegador con la sesión de esa cuenta iniciada en Amazon.`,
    gone: 'Los disparadores de ese espacio de trabajo se eliminaron y su número de WhatsApp, si tenía uno, se desconectó.',
    next: (page) => `Para usar Alexa en este espacio de trabajo, vincula otra cuenta de Amazon en ${page}`,
    notYou:
      'Si la cuenta de Amazon es tuya y no fuiste tú ni alguien de tu casa, cambia su contraseña en Amazon, cierra la sesión en toda computadora que usen otras personas y vuelve a vincular la cuenta.',
  },
};

export function movedAccountMail({ language, workspace, workspaceId, appUrl }: Facts): WrittenMail {
  const { subject, what, gone, next, notYou } = texts[language];
  const advice = next(`${appUrl}/amazon-auth?id=${workspaceId}`);
  return writeMail({ language, subject, paragraphs: [`${what(nameInMail(workspace))} ${gone}`, advice, notYou] });
}
