import { setTimeout as pause } from 'node:timers/promises';

import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { lineNameOf } from '#functions/data/items/instance-item.ts';
import { subscriptionItem } from '#functions/data/items/subscription-item.ts';
import { subscriptionKey } from '#functions/data/keys.ts';

import { cookieJar, type Answered } from '../local/browser-like.ts';
import { defaultClients } from '../sandboxes/world.ts';
import { tableName } from './bench-settings.ts';
import type { PairingCalls } from './pairing.ts';
import { settleIn } from './webhook-target.ts';

export type GroupTarget = {
  workspaceId: number;
  instanceId: number;
  path: string;
  secret: string;
  jids: readonly string[];
  triggers: readonly { name: string; deviceId: string }[];
  webhooks: readonly string[];
};

const groups = 100;
const idOf = z.object({ id: z.number() });
const qrOf = z.object({ qrcode: z.string() });
const loggedOf = z.object({ logged: z.boolean() });
const groupOf = z.object({ jid: z.string(), name: z.string() });
const triggersOf = z.array(z.object({ name: z.string(), deviceId: z.string() }));
const lineOf = z.object({
  config: z.object({ webhooks: z.tuple([z.object({ url: z.string(), hmac: z.object({ key: z.string() }) })]) }),
});

/** Sets up a line with groups. `whilePairing` runs before the code is scanned. */
export async function listenToGroups(
  said: Readonly<Record<string, string>>,
  doc: DynamoDBDocumentClient,
  { wahaUrl, whilePairing }: { wahaUrl: string; whilePairing: (calls: PairingCalls) => Promise<unknown> },
): Promise<GroupTarget> {
  const { appUrl = '', sandboxUrl = '' } = said;
  const { workspaceId, urls: webhooks } = await settleIn(said);
  const subscription = subscriptionItem.parse({ type: 'subscription', status: 'active' });
  const Item = { ...subscriptionKey(workspaceId), ...subscription };
  await doc.send(new PutCommand({ TableName: tableName, Item }));

  const browser = cookieJar(appUrl);
  await browser.signIn('google', 'ana');
  const post = async (path: string, body: object) => ok(await browser.send('POST', path, body));
  const atSandbox = async (path: string, body: object) =>
    ok(
      await browser.visit(`${sandboxUrl}/whatsapp/${path}`, {
        method: 'POST',
        body,
        headers: { accept: 'application/json' },
      }),
    );
  const { id } = idOf.parse((await post('/api/zapbox-instances/connect', {})).json());
  const at = `/api/zapbox-instances/${id}`;
  const showsCode = async () => qrOf.parse(ok(await browser.get(`${at}/qrcode`)).json()).qrcode;
  await showsCode();
  const gateway = async (path: string): Promise<void> => {
    const answer = await fetch(`${wahaUrl}${path}`, { headers: gatewayHeaders });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    await answer.json();
  };
  const session = `/api/sessions/${lineNameOf({ id, generation: 1 })}`;
  const image = `/api/${lineNameOf({ id, generation: 1 })}/auth/qr?format=image`;
  const get = async (path: string) => ok(await browser.get(path));
  const parts = (paths: readonly string[]) => async () => {
    await get('/api/zapbox-instances/current');
    for (const path of paths) await gateway(path);
  };
  await whilePairing({
    logged: { whole: () => get(`${at}/logged`), parts: parts([session, session, image]) },
    qrcode: { whole: showsCode, parts: parts([session, image]) },
  });
  const qrcode = await showsCode();
  await atSandbox('phone/ana/scan', { qr: qrcode });
  while (!loggedOf.parse(ok(await browser.get(`${at}/logged`)).json()).logged) await pause(20);

  const jids: string[] = [];
  for (let count = 1; count <= groups; count += 1) {
    const group = groupOf.parse(
      (await atSandbox('groups', { name: `Group ${count}`, members: ['ana', 'bruno'] })).json(),
    );
    await post('/api/whatsapp-groups', { ...group, workspaceId, userId: '' });
    jids.push(group.jid);
  }
  const triggers = triggersOf.parse(ok(await browser.get('/api/triggers')).json());
  return { workspaceId, instanceId: id, ...(await lineAt(sandboxUrl, id)), jids, triggers, webhooks };
}

const gatewayHeaders = { 'x-api-key': defaultClients.whatsapp.key, accept: 'application/json' };

async function lineAt(sandboxUrl: string, id: number): Promise<Pick<GroupTarget, 'path' | 'secret'>> {
  const lineName = lineNameOf({ id, generation: 1 });
  const answer = await fetch(`${sandboxUrl}/whatsapp/api/sessions/${lineName}`, { headers: gatewayHeaders });
  const [{ url, hmac }] = lineOf.parse(await answer.json()).config.webhooks;
  return { path: new URL(url).pathname, secret: hmac.key };
}

function ok(answer: Answered): Answered {
  if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer;
}
