import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';

/** Disabling and enabling the skill mends it where nothing says that reconnecting does. */
export const mendOf = ({ mend }: AmazonAuth): 'reconnect' | 'reinstall' => mend ?? 'reinstall';

/** Nothing says that the skill was ever enabled. */
export const isNew = ({ skill, reason }: AmazonAuth): boolean => skill === 'notEnabled' && reason === undefined;

/** A connecting that ended with a problem, or that Alexa does not confirm, is mended like any other state. */
export const isConnecting = ({ connecting }: AmazonAuth): boolean =>
  connecting !== undefined && connecting.problem === undefined && !connecting.late;

/** Alexa was asked to enable the skill, and has not confirmed. */
export const isLate = ({ connecting }: AmazonAuth): boolean => connecting?.late === true;

/** "ana@example.com", or the name where Amazon gave no e-mail. */
export const accountName = ({ name, email }: Pick<AmazonAuth, 'name' | 'email'>): string | undefined =>
  email ?? name ?? undefined;
