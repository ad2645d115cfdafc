import type { Mail } from '#functions/providers/email.ts';
import { productName } from '#shared/product.ts';
import type { LineEnd } from '#shared/rules/chip-status.ts';
import type { Language } from '#shared/rules/language.ts';

type Facts = { language: Language; workspace: string; appUrl: string; as: LineEnd };

type Texts = {
  subject: string;
  hello: string;
  what: (workspace: string) => string;
  why: Readonly<Record<LineEnd, string>>;
  next: (page: string) => string;
};

const texts: Readonly<Record<Language, Texts>> = {
  pt: {
    subject: `${productName}: o WhatsApp foi desconectado`,
    hello: 'Olá,',
    what: (workspace) =>
      `O número de WhatsApp do workspace “${workspace}” foi desconectado. Os grupos vinculados a ele foram removidos, e as mensagens não executam mais os gatilhos.`,
    why: {
      removed: 'O WhatsApp informa que este dispositivo conectado foi removido.',
      lostTooLong: 'A conexão ficou perdida por um dia inteiro.',
      phoneTaken: 'O mesmo número foi conectado em outra conta.',
      notScanned: 'O código não foi lido a tempo.',
      failed: 'A conexão com o WhatsApp falhou.',
    },
    next: (page) => `Para usar os grupos de novo, conecte o número e vincule os grupos em ${page}`,
  },
  en: {
    subject: `${productName}: WhatsApp was disconnected`,
    hello: 'Hello,',
    what: (workspace) =>
      `The WhatsApp number of the workspace “${workspace}” was disconnected. The groups linked to it were removed, and messages do not run triggers any more.`,
    why: {
      removed: 'WhatsApp says that this linked device was removed.',
      lostTooLong: 'The connection was lost for a whole day.',
      phoneTaken: 'The same number was connected in another account.',
      notScanned: 'The code was not scanned in time.',
      failed: 'The connection to WhatsApp failed.',
    },
    next: (page) => `To use groups again, connect the number and link the groups at ${page}`,
  },
  es: {
    subject: `${productName}: WhatsApp se desconectó`,
    hello: 'Hola:',
    what: (workspace) =>
      `El número de WhatsApp del espacio de trabajo “${workspace}” se desconectó. Los grupos vinculados a él se quitaron y los mensajes ya no ejecutan los disparadores.`,
    why: {
      removed: 'WhatsApp indica que se quitó este dispositivo vinculado.',
      lostTooLong: 'La conexión estuvo perdida un día entero.',
      phoneTaken: 'El mismo número se conectó en otra cuenta.',
      notScanned: 'El código no se escaneó a tiempo.',
      failed: 'La conexión con WhatsApp falló.',
    },
    next: (page) => `Para volver a usar los grupos, conecte el número y vincule los grupos en ${page}`,
  },
};

/** Contains no phone number. */
export function lineLostMail({ language, workspace, appUrl, as }: Facts): Omit<Mail, 'to'> {
  const { subject, hello, what, why, next } = texts[language];
  const name = workspace.replace(/\s+/gu, ' ');
  const text = [hello, `${what(name)} ${why[as]}`, next(`${appUrl}/whatsapp`), productName].join('\n\n');
  return { subject, text };
}
