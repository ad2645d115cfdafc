export type Addresses = { appUrl: string; sandboxUrl: string };

export const addresses = (): Addresses => named('APP_URL', 'SANDBOX_URL');

/** A stage that cannot enable the skill, so users do it by hand. */
export const byHandAddresses = (): Addresses => named('BY_HAND_APP_URL', 'BY_HAND_SANDBOX_URL');

/** A product whose clock tests may move. */
export const clockAddresses = (): Addresses => named('CLOCK_APP_URL', 'CLOCK_SANDBOX_URL');

function named(app: string, sandbox: string): Addresses {
  const { [app]: appUrl, [sandbox]: sandboxUrl } = process.env;
  if (!appUrl || !sandboxUrl) throw new Error(`${app} and ${sandbox} name the product under test; one is not set.`);
  return { appUrl, sandboxUrl };
}
