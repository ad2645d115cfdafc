import { PutCommand, UpdateCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { subscriptionItem } from '#functions/data/items/subscription-item.ts';
import { subscriptionKey, userKey } from '#functions/data/keys.ts';
import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { receiptName } from '#shared/rules/names.ts';

import type { Answered, CookieJar } from '../browser-like.ts';
import { stackControls } from '../local-client.ts';
import { localClient } from '../table/dynamodb.ts';
import { seedCanary } from './canary.ts';
import { addRoutine, addTrigger, enableSkill, linkAmazon, signedIn } from './people.ts';
import { ok, post, until, type Place } from './steps.ts';
import { family, linkGroup, pairPhone, sayInGroup, subscribe } from './whatsapp.ts';

const workspaceOf = z.object({ id: z.number() });
const userOf = z.object({ id: z.string() });

/** Created over HTTP, except for Bruno's history, which is written to the table. */
export async function seed(place: Place): Promise<void> {
  await ana(place);
  await bruno(place);
  await carla(place);
  await seedCanary(place);
}

async function ana(place: Place): Promise<void> {
  const browser = await signedIn(place, 'ana', 'Casa');
  await linkAmazon(browser, 'ana');
  await enableSkill(place, 'ana');
  for (const name of ['Boa noite', 'Abrir o portão', 'Luz da varanda', 'Hora do café']) await addTrigger(browser, name);
  await addTrigger(browser, 'Alarme da garagem', 'Chamado pela câmera da garagem');
  ok(await browser.send('PATCH', `/api/triggers/${(await find(browser, 'Boa noite')).id}`, { receipt: true }));
  ok(await browser.send('POST', '/api/workspaces', { name: 'Casa da praia' }));
  await stackControls(place).drain();
  const scenes = [receiptName('Boa noite')];
  await addRoutine(place, 'ana', 'Boa noite', { says: 'Boa noite, Ana. Luzes apagadas.', scenes });
  await addRoutine(place, 'ana', 'Abrir o portão', { says: 'Abrindo o portão.' });
  ok(await execute(browser, 'Boa noite'));
  await until(
    'the routine reports back',
    async () => (await find(browser, 'Boa noite')).receipt?.lastRanAt !== undefined,
  );
  const { id: workspaceId } = workspaceOf.parse(ok(await browser.get('/api/workspaces/current')).json());
  const at = { place, browser, workspaceId };
  await subscribe(at);
  await linkGroup(at, await pairPhone(at, 'ana'), family.name);
  await sayInGroup(place, family.id, { as: 'davi', text: 'Alguém fecha o portão?' });
  await sayInGroup(place, family.id, { as: 'carla', text: 'Abrir o portão' });
}

async function bruno(place: Place): Promise<void> {
  const browser = await signedIn(place, 'bruno', 'Escritório');
  const { id: userId } = userOf.parse(ok(await browser.get('/api/auth/user')).json());
  const { id: workspaceId } = workspaceOf.parse(ok(await browser.get('/api/workspaces/current')).json());
  await trialRanOut(place, userId, workspaceId);
}

async function carla(place: Place): Promise<void> {
  const browser = await signedIn(place, 'carla', 'Apartamento');
  await linkAmazon(browser, 'carla');
  await enableSkill(place, 'carla');
  await addTrigger(browser, 'Bom dia');
  await stackControls(place).drain();
  ok(await post(`${place.sandboxUrl}/amazon/_revoke`, { person: 'carla', client: 'skill' }));
  // The first run after the revocation detects it.
  await execute(browser, 'Bom dia');
}

const execute = async (browser: CookieJar, name: string): Promise<Answered> =>
  browser.send('POST', `/api/triggers/${(await find(browser, name)).id}/execute`);

async function find(browser: CookieJar, name: string): Promise<Trigger> {
  const triggers = triggersContract.listTriggers.reply.parse(ok(await browser.get('/api/triggers')).json());
  const trigger = triggers.find((one) => one.name === name);
  if (!trigger) throw new Error(`No trigger ${name} in the list`);
  return trigger;
}

async function trialRanOut(place: Place, userId: string, workspaceId: number): Promise<void> {
  const client = localClient(place.dynamodbUrl);
  const doc = DynamoDBDocumentClient.from(client);
  const currentPeriodEnd = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const item = subscriptionItem.parse({ type: 'subscription', status: 'canceled', currentPeriodEnd });
  await doc.send(new PutCommand({ TableName: place.tableName, Item: { ...subscriptionKey(workspaceId), ...item } }));
  await doc.send(
    new UpdateCommand({
      TableName: place.tableName,
      Key: userKey(userId),
      UpdateExpression: 'SET trialUsed = :used',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':used': true },
    }),
  );
  client.destroy();
}
