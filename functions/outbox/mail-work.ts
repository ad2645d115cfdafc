import type { Log, LogDetails } from '#functions/platform/log.ts';

import type { Work } from './work.ts';
import type { WrittenMail } from './write-mail.ts';

type Mail = WrittenMail & { to: string };

export type MailDeps = {
  /** Undefined if this stage sends no e-mail. */
  sendMail: ((mail: Mail) => Promise<'sent' | 'refused' | 'unavailable' | 'unknown'>) | undefined;
  log: Log;
};

/** Sends one mail and logs it without its address. The work is done when the mail is sent or permanently refused. */
export async function mailWork({ sendMail, log }: MailDeps, mail: Mail, about: LogDetails): Promise<Work> {
  if (!sendMail) {
    log('mail.off', about);
    return { outcome: 'done', writes: [] };
  }
  const outcome = await sendMail(mail);
  if (outcome === 'unavailable') return { outcome: 'retry', failure: 'unavailable' };
  log(outcome === 'refused' ? 'mail.refused' : 'mail.sent', { ...about, outcome });
  return { outcome: 'done', writes: [] };
}
