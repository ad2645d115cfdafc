import * as z from 'zod/mini';

import { cookieJar, type CookieJar } from '../browser-like.ts';
import { ok, post, type Place } from './steps.ts';

const workspaceOf = z.object({ id: z.number() });
const triggerOf = z.object({ deviceId: z.string() });

export async function signedIn(place: Place, person: string, workspace: string): Promise<CookieJar> {
  const browser = cookieJar(place.appUrl);
  const query = new URLSearchParams({ login_hint: person, defaultWorkspaceName: workspace });
  const signIn = async () => (await browser.visit(`/api/auth/google?${query.toString()}`)).url;
  let end = await signIn();
  // On a busy machine even the sandbox may be too slow for the product.
  if (end.includes('error=auth.providerUnavailable')) end = await signIn();
  if (end.includes('error=')) throw new Error(`The sign-in of ${person} ended at ${end}`);
  return browser;
}

export async function linkAmazon(browser: CookieJar, person: string): Promise<void> {
  const { id } = workspaceOf.parse(ok(await browser.get('/api/workspaces/current')).json());
  const query = new URLSearchParams({ workspace: String(id), force_login: 'true', timestamp: '0', login_hint: person });
  const end = await browser.visit(`/api/auth/amazon?${query.toString()}`);
  if (!end.url.includes('success=true')) throw new Error(`Linking Amazon for ${person} ended at ${end.url}`);
}

export async function enableSkill(place: Place, person: string): Promise<void> {
  ok(await post(`${place.sandboxUrl}/alexa/home/${person}/enable`, {}));
}

export async function addRoutine(
  place: Place,
  person: string,
  friendlyName: string,
  routine: { says: string; scenes?: string[] },
): Promise<void> {
  ok(await post(`${place.sandboxUrl}/alexa/home/${person}/routines`, { friendlyName, ...routine }));
}

export async function addTrigger(browser: CookieJar, name: string, description?: string): Promise<string> {
  const made = await browser.send('POST', '/api/triggers', { name, ...(description && { description }) });
  return triggerOf.parse(ok(made).json()).deviceId;
}
