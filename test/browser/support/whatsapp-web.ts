import { generateKeyPairSync, randomBytes } from 'node:crypto';

import type { BrowserContext, Page } from '@playwright/test';

/** Stricter than the policy of the real site. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Replaces web.whatsapp.com with an empty page of the same origin and a strict policy. */
export async function standInForWhatsAppWeb(context: BrowserContext): Promise<void> {
  await context.route('https://web.whatsapp.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><html lang="en"><title>WhatsApp Web</title><h1>WhatsApp Web</h1></html>',
    }),
  );
}

/**
 * Opens WhatsApp Web in a browser with a passkey for it. Prompts are confirmed at once, as if the user touched the
 * sensor.
 */
export async function whatsAppWebTab(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('https://web.whatsapp.com/');
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await devTools.send('WebAuthn.addCredential', { authenticatorId, credential: aCredential() });
  return {
    page,
    /** Runs a script as if typed into the developer console. */
    run: async (script: string): Promise<void> => {
      const { exceptionDetails } = await devTools.send('Runtime.evaluate', { expression: script });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    },
  };
}

function aCredential() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    credentialId: randomBytes(16).toString('base64'),
    isResidentCredential: true,
    rpId: 'web.whatsapp.com',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    userHandle: randomBytes(8).toString('base64'),
    signCount: 1,
  };
}

export const confirmIn = (page: Page) => page.getByRole('button', { name: 'Confirm connection' });
