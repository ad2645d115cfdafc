import { writeMail, type WrittenMail } from '#functions/outbox/write-mail.ts';
import type { BrowserDevice } from '#shared/rules/device.ts';
import type { Language } from '#shared/rules/language.ts';

type SignIn = BrowserDevice & { at: string };
type Facts = {
  language: Language;
  appUrl: string;
  signedInWith: 'amazon' | 'google';
  signIns: readonly SignIn[];
};

type Texts = {
  locale: string;
  subject: string;
  what: string;
  on: (browser: string, system: string) => string;
  unknown: string;
  fine: string;
  next: (page: string, provider: string) => string;
};

const providers = { amazon: 'Amazon', google: 'Google' } as const;

const texts: Readonly<Record<Language, Texts>> = {
  pt: {
    locale: 'pt-BR',
    subject: 'login em um novo dispositivo',
    what: 'Alguém entrou na sua conta em um novo dispositivo ou navegador:',
    on: (browser, system) => `${browser} no ${system}`,
    unknown: 'Dispositivo desconhecido',
    fine: 'Se foi você, não precisa fazer nada.',
    next: (page, provider) =>
      `Se não foi você, abra ${page}, escolha “Sair em todos os dispositivos” e troque a senha da sua conta ${provider}, com a qual se entra aqui.`,
  },
  en: {
    locale: 'en-US',
    subject: 'sign-in on a new device',
    what: 'Someone signed in to your account on a new device or browser:',
    on: (browser, system) => `${browser} on ${system}`,
    unknown: 'Unknown device',
    fine: 'If it was you, there is nothing to do.',
    next: (page, provider) =>
      `If it was not you, open ${page}, choose “Sign out everywhere”, and change the password of your ${provider} account, which is used to sign in here.`,
  },
  es: {
    locale: 'es-419',
    subject: 'inicio de sesión en un dispositivo nuevo',
    what: 'Alguien inició sesión en tu cuenta en un dispositivo o navegador nuevo:',
    on: (browser, system) => `${browser} en ${system}`,
    unknown: 'Dispositivo desconocido',
    fine: 'Si fuiste tú, no tienes que hacer nada.',
    next: (page, provider) =>
      `Si no fuiste tú, abre ${page}, elige “Cerrar sesión en todos” y cambia la contraseña de tu cuenta de ${provider}, con la que se inicia sesión aquí.`,
  },
};

export function newDeviceMail({ language, appUrl, signedInWith, signIns }: Facts): WrittenMail {
  const { subject, what, fine, next, ...words } = texts[language];
  const list = signIns
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map((signIn) => `${deviceIn(words, signIn)}, ${timeIn(words, signIn.at)}`);
  const advice = next(`${appUrl}/account`, providers[signedInWith]);
  return writeMail({ language, subject, paragraphs: [what, list, fine, advice] });
}

const deviceIn = ({ on, unknown }: Pick<Texts, 'on' | 'unknown'>, { browser, system }: BrowserDevice): string =>
  browser && system ? on(browser, system) : (browser ?? system ?? unknown);

/** In UTC, because the user's time zone is unknown. */
const timeIn = ({ locale }: Pick<Texts, 'locale'>, at: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`;
