import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';

/** Disabling and enabling the skill mends it where nothing says that reconnecting does. */
export const mendOf = ({ mend }: AmazonAuth): 'reconnect' | 'reinstall' => mend ?? 'reinstall';

/** A connecting that ended with a problem is mended like any other state. */
export const isConnecting = ({ connecting }: AmazonAuth): boolean =>
  connecting !== undefined && connecting.problem === undefined;

/** "ana@example.com", or the name where Amazon gave no e-mail. */
export const accountName = ({ name, email }: Pick<AmazonAuth, 'name' | 'email'>): string | undefined =>
  email ?? name ?? undefined;
