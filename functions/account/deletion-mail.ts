import { writeMail, type WrittenMail } from '#functions/outbox/write-mail.ts';
import type { Language } from '#shared/rules/language.ts';

type Facts = { language: Language; as: 'planned' | 'done'; dueAt: string; appUrl: string };

type Texts = {
  locale: string;
  planned: { subject: string; text: (when: string, page: string) => string[] };
  done: { subject: string; text: (page: string) => string[] };
};

const texts: Readonly<Record<Language, Texts>> = {
  pt: {
    locale: 'pt-BR',
    planned: {
      subject: 'sua conta será excluída',
      text: (when, page) => [
        `Recebemos o pedido de excluir a sua conta. Ela será excluída em ${when} (UTC), com tudo o que há nela. Até lá tudo continua funcionando.`,
        `Se você mudou de ideia, ou se o pedido não foi seu, mantenha a conta em ${page}`,
      ],
    },
    done: {
      subject: 'sua conta foi excluída',
      text: (page) => [
        'A sua conta e tudo o que havia nela foram excluídos, como você pediu.',
        `No app Alexa, a skill continua ativada até que você a desative. O que ainda fica por algum tempo, e por quê, está em ${page}`,
      ],
    },
  },
  en: {
    locale: 'en-US',
    planned: {
      subject: 'your account will be deleted',
      text: (when, page) => [
        `We received the request to delete your account. It will be deleted on ${when} (UTC), with everything in it. Until then everything keeps working.`,
        `If you have changed your mind, or did not ask for this, keep your account at ${page}`,
      ],
    },
    done: {
      subject: 'your account was deleted',
      text: (page) => [
        'Your account and everything in it were deleted, as you asked.',
        `In the Alexa app the skill stays enabled until you disable it. What is still kept for a while, and why, is at ${page}`,
      ],
    },
  },
  es: {
    locale: 'es',
    planned: {
      subject: 'tu cuenta se eliminará',
      text: (when, page) => [
        `Recibimos la solicitud de eliminar tu cuenta. Se eliminará el ${when} (UTC), con todo lo que contiene. Hasta entonces todo sigue funcionando.`,
        `Si cambiaste de idea, o si no lo pediste tú, conserva la cuenta en ${page}`,
      ],
    },
    done: {
      subject: 'tu cuenta se eliminó',
      text: (page) => [
        'Tu cuenta y todo lo que contenía se eliminaron, como pediste.',
        `En la app Alexa, la skill sigue activada hasta que la desactives. Lo que aún se conserva por un tiempo, y por qué, está en ${page}`,
      ],
    },
  },
};

export function deletionMail({ language, as, dueAt, appUrl }: Facts): WrittenMail {
  const { locale, planned, done } = texts[language];
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const { subject, body } =
    as === 'planned'
      ? { subject: planned.subject, body: planned.text(format.format(new Date(dueAt)), `${appUrl}/account`) }
      : { subject: done.subject, body: done.text(`${appUrl}/privacy`) };
  return writeMail({ language, subject, paragraphs: body });
}
