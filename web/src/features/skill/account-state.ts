import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';

/** The server reports when reconnecting is the fix. Otherwise the user has to disable and enable the skill. */
export const repairActionFor = ({ mend }: AmazonAuth): 'reconnect' | 'reinstall' => mend ?? 'reinstall';

/** Returns whether the skill seems never to have been enabled. */
export const isNew = ({ skill, reason }: AmazonAuth): boolean => skill === 'notEnabled' && reason === undefined;

/** A connection attempt that failed, or that Alexa does not confirm, is fixed like any other state. */
export const isConnecting = ({ connecting }: AmazonAuth): boolean =>
  connecting !== undefined && connecting.problem === undefined && !connecting.late;

/** We asked Alexa to enable the skill, and Alexa has not confirmed it. */
export const isLate = ({ connecting }: AmazonAuth): boolean => connecting?.late === true;

/** "ana@example.com", or the name if Amazon did not give an e-mail. */
export const accountName = ({ name, email }: Pick<AmazonAuth, 'name' | 'email'>): string | undefined =>
  email ?? name ?? undefined;
