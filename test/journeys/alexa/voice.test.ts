import { randomUUID } from 'node:crypto';

import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { createLwaTokenStore } from '#functions/data/alexa/lwa-token-store.ts';
import { receiptIdOf } from '#functions/data/items/trigger-item.ts';
import { linkKey } from '#functions/data/keys.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';

import { stackControls } from '../../local/local-client.ts';
import { localClient } from '../../local/table/dynamodb.ts';
import { guests } from '../kit/guests.ts';
import { eventsFor, expireTokens, questionsAbout } from '../kit/orders.ts';
import { newcomer, settled } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { fire, runIn } from '../kit/webhook-call.ts';

const guest = guests('voice');
const answer = z.object({
  event: z.object({
    header: z.object({ name: z.string() }),
    endpoint: z.optional(z.object({ endpointId: z.string() })),
    payload: z.object({ type: z.optional(z.string()) }),
  }),
});

/** A token that the skill already knows. With `staleLink`, the account's item still names an earlier link. */
async function tokenOf(workspaceId: number, { staleLink = false } = {}): Promise<string> {
  const client = localClient(inject('stack').dynamodbUrl);
  const table = { doc: DynamoDBDocumentClient.from(client), name: inject('stack').tableName };
  const link = (await createWorkspaceStore(table).find(workspaceId))?.link;
  const token = `Atza|${randomUUID()}`;
  await createLwaTokenStore(table, () => new Date()).keep(
    hashOf(token),
    link?.amazonUserId ?? '',
    new Date(Date.now() + 600_000),
  );
  if (staleLink) {
    const update = { UpdateExpression: 'ADD #link :one', ExpressionAttributeNames: { '#link': 'link' } };
    const Key = linkKey(link?.amazonUserId ?? '');
    const values = { ExpressionAttributeValues: { ':one': -1 } };
    await table.doc.send(new UpdateCommand({ TableName: table.name, Key, ...update, ...values }));
  }
  client.destroy();
  return token;
}

async function tell(token: string, endpointId: string, directive: [string, string], messageId: string = randomUUID()) {
  const [namespace, name] = directive;
  const header = { namespace, name, messageId, payloadVersion: '3', correlationToken: 'c' };
  const endpoint = { endpointId, scope: { type: 'BearerToken', token }, cookie: {} };
  const reply = await fetch(`${inject('stack').appUrl}/2015-03-31/functions/alexa-skill/invocations`, {
    method: 'POST',
    body: JSON.stringify({ directive: { header, endpoint, payload: {} } }),
  });
  const { event } = answer.parse(await reply.json());
  return event.payload.type ?? event.header.name;
}

const bearerIn = (message: string): string => /"token": "([^"]+)"/.exec(message)?.[1] ?? '';

type Settled = Awaited<ReturnType<typeof settled>>;
const channelsOf = async ({ history, trigger }: Settled) => (await history(trigger.id)).map(({ channel }) => channel);

const activate: [string, string] = ['Alexa.SceneController', 'Activate'];
const reportState: [string, string] = ['Alexa', 'ReportState'];

test(
  'fires a spoken trigger once per directive and never again by its own routine',
  { tags: ['spec-3.3', 'spec-11.2'] },
  async () => {
    const person = await settled(guest());
    const { deviceId, workspaceId } = person.trigger;
    const token = await tokenOf(workspaceId);
    const messageId = randomUUID();
    const answers = [
      await tell(token, deviceId, activate, messageId),
      await tell(token, deviceId, activate, messageId),
    ];
    expect(answers).toEqual(['ActivationStarted', 'ActivationStarted']);
    expect(await tell(token, deviceId, activate)).toBe('ActivationStarted');
    expect(await person.home.eventCount(deviceId)).toBe(1);
  },
);

test('starts a routine once by webhook although it activates its own trigger', async () => {
  const person = await settled(guest());
  const { deviceId } = person.trigger;
  await person.home.addRoutine('Good night', 'Lights out.', ['Good night']);
  expect((await fire(person.address)).status).toBe(200);
  const answersOf = async () =>
    (await person.home.look()).log.filter(({ name }) => name === 'Alexa.SceneController ActivationStarted');
  await expect.poll(answersOf, soon).toMatchObject([{ text: '', problems: [] }]);
  const { log, says } = await person.home.look();
  expect(log.map(({ text }) => text)).toContain(`${deviceId}, by the routine of Good night`);
  expect(says).toBe('Lights out.');
  expect(await person.home.eventCount(deviceId)).toBe(1);
  expect(await eventsFor(deviceId)).toHaveLength(1);
  await expect
    .poll(() => person.history(person.trigger.id), soon)
    .toMatchObject([
      { channel: 'voice', outcome: 'echo' },
      { channel: 'webhook', outcome: 'sent' },
    ]);
});

test('starts a routine by voice and verifies each new token with Amazon', async () => {
  const name = guest();
  const person = await settled(name, 'Boa noite');
  await person.home.addRoutine('Boa noite', 'Luzes apagadas.');
  await expireTokens(name, 'web');
  await person.home.say('Alexa, turn on boa noite');
  const { says, log } = await person.home.look();
  expect(says).toBe('Luzes apagadas.');
  expect(await person.home.eventCount(person.trigger.deviceId)).toBe(1);
  await expect.poll(() => channelsOf(person), soon).toEqual(['voice']);
  const tokenOfThe = (directive: string) => bearerIn(log.find((line) => line.name === directive)?.message ?? '');
  const spoken = tokenOfThe('Alexa.SceneController Activate');
  expect(spoken).not.toBe(tokenOfThe('Alexa.Discovery Discover'));
  expect(await questionsAbout(spoken)).toEqual(['/amazon/auth/o2/tokeninfo', '/amazon/user/profile']);
});

test('starts a routine by voice in another language', async () => {
  const person = await settled(guest(), 'Boa noite');
  await person.home.say('Ligar boa noite');
  expect(await person.home.eventCount(person.trigger.deviceId)).toBe(1);
});

test('reports a disabled trigger as unreachable by voice', { tags: 'spec-149.3' }, async () => {
  const person = await settled(guest());
  const { deviceId, workspaceId, id } = person.trigger;
  const token = await tokenOf(workspaceId);
  expect(await tell(token, deviceId, reportState)).toBe('StateReport');
  await person.change(id, { enabled: false });
  expect(await tell(token, deviceId, activate)).toBe('ENDPOINT_UNREACHABLE');
  expect(await tell(token, deviceId, reportState)).toBe('ENDPOINT_UNREACHABLE');
});

test('answers NO_SUCH_ENDPOINT for foreign triggers, unknown triggers and unlinked accounts', async () => {
  const person = await settled(guest());
  const other = await settled(guest());
  const { deviceId, workspaceId } = person.trigger;
  const token = await tokenOf(workspaceId);
  expect(await tell(token, other.trigger.deviceId, activate)).toBe('NO_SUCH_ENDPOINT');
  expect(await tell(token, 'trg-never-made', activate)).toBe('NO_SUCH_ENDPOINT');
  await person.unlinkAmazon(workspaceId);
  expect(await tell(token, deviceId, activate)).toBe('NO_SUCH_ENDPOINT');
});

test('answers NO_SUCH_ENDPOINT and sends nothing when the account is linked again in between', async () => {
  const person = await settled(guest());
  const { deviceId, workspaceId } = person.trigger;
  const token = await tokenOf(workspaceId, { staleLink: true });
  expect(await tell(token, deviceId, activate)).toBe('NO_SUCH_ENDPOINT');
  expect(await person.home.eventCount(deviceId)).toBe(0);
});

test('answers NO_SUCH_ENDPOINT for a confirming device of another home and confirms nothing there', async () => {
  const person = await settled(guest());
  const other = await settled(guest());
  for (const each of [person, other]) await each.change(each.trigger.id, { receipt: true });
  const token = await tokenOf(person.trigger.workspaceId);
  const { executionId } = runIn(await fire(other.address));
  expect(await tell(token, receiptIdOf(other.trigger.id), activate)).toBe('NO_SUCH_ENDPOINT');
  expect(await tell(token, receiptIdOf(person.trigger.id), activate)).toBe('ActivationStarted');
  await stackControls(inject('stack')).drain();
  const kept = (await other.history(other.trigger.id)).find(({ id }) => id === executionId);
  expect(kept).toMatchObject({ outcome: 'sent', answer: 'awaited' });
});

test('reports a spoken trigger as unreachable without the skill’s grant', async () => {
  const person = await newcomer(guest());
  await person.linkAmazon();
  const { deviceId, workspaceId } = await person.addTrigger('Good night');
  expect(await tell(await tokenOf(workspaceId), deviceId, activate)).toBe('ENDPOINT_UNREACHABLE');
});
