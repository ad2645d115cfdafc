import type { BrowserPerson } from './person.ts';

/** Creates a guest pass for the trigger "Gate". `address` is the link that a QR code or NFC tag contains. */
export async function aPass(host: BrowserPerson, appUrl: string, wish: object = {}) {
  await host.signIn('Beach house');
  const [trigger] = await host.settle('Gate');
  if (!trigger) throw new Error('There is no trigger.');
  const { id, secret } = await host.giveKey({ name: 'Courier', page: true, triggers: [trigger.id], ...wish });
  return { trigger, id, secret, address: `${appUrl}/prod/pass#${secret}` };
}
