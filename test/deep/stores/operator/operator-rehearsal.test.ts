import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { triggerKey } from '#functions/data/keys.ts';
import { createSealedStore } from '#functions/data/sealed-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createDayStore } from '#functions/data/triggers/day-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { deleteAll, wholeTable, type StoredItem } from '#functions/data/whole-table.ts';
import { historyContract } from '#shared/contracts/history.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';

import { parsedReply } from '../../../journeys/kit/answers.ts';
import { soon } from '../../../journeys/kit/soon.ts';
import { cookieJar, type CookieJar } from '../../../local/browser-like.ts';
import { readSecrets } from '../../../local/secrets-file.ts';
import { seed } from '../../../local/seed/seed.ts';
import { family, sayInGroup } from '../../../local/seed/whatsapp.ts';
import { startStack, type Stack } from '../../../local/stack.ts';
import { localClient } from '../../../local/table/dynamodb.ts';
import { sandboxClient } from '../../../sandboxes/sandbox-client.ts';
import { addLinkedWorkspace } from '../../../support/worlds/a-linked-workspace.ts';
import { aTable } from '../../../support/worlds/a-table.ts';
import { aTrigger } from '../../../support/worlds/a-trigger.ts';
import { anOperator } from '../../../support/worlds/an-operator.ts';

let stack: Stack;
let sandboxUrl: string;
let ana: CookieJar;
let table: Table;
let ask: ReturnType<typeof anOperator>;
const folders: string[] = [];

beforeAll(async () => {
  // Functions log to stdout.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const dynamodbUrl = inject('dynamodbUrl');
  const TABLE_NAME = `rehearsal-${randomUUID()}`;
  stack = await startStack({ env: { DYNAMODB_ENDPOINT: dynamodbUrl, TABLE_NAME } });
  sandboxUrl = stack.sandboxUrl ?? '';
  await seed({ ...stack, sandboxUrl });
  ana = cookieJar(stack.appUrl);
  await ana.signIn('google', 'ana');
  table = { doc: DynamoDBDocumentClient.from(localClient(dynamodbUrl)), name: TABLE_NAME };
  ask = anOperator(table, { secrets: await readSecrets(stack.secretsFile) });
});

afterAll(async () => {
  vi.restoreAllMocks();
  await stack.close();
  table.doc.destroy();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const aFolder = async (): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'export-'));
  folders.push(parent);
  return join(parent, 'of-today');
};

const everything = async (): Promise<StoredItem[]> => {
  const found: StoredItem[] = [];
  for await (const page of wholeTable(table, new Date())) found.push(...page);
  return found;
};
const wipe = async (): Promise<void> => deleteAll(table, await everything());
const rows = async (type: string): Promise<StoredItem[]> =>
  (await everything()).filter((item) => item['type'] === type).toSorted((a, b) => a.sk.localeCompare(b.sk));

const homeSchema = z.object({
  devices: z.array(z.object({ friendlyName: z.string(), via: z.string() })),
  says: z.string(),
});
const atHome = async () => z.parse(homeSchema, (await sandboxClient(sandboxUrl).get('/alexa/home/ana.json')).body);
const knownDevices = async (): Promise<string[]> =>
  (await atHome()).devices.map(({ friendlyName }) => friendlyName).toSorted();

const triggers = async () => parsedReply(triggersContract.listTriggers.reply, await ana.get('/api/triggers'));
const historyOf = async (id: string) =>
  parsedReply(historyContract.listExecutions.reply, await ana.get(`/api/triggers/${id}/executions`)).items;
/** Days with runs. The others reach two weeks back from now. */
const days = async () =>
  parsedReply(triggersContract.dailyExecutions.reply, await ana.get('/api/executions/daily')).filter(
    ({ sent, failed, ran }) => sent + failed + ran > 0,
  );
const current = async () =>
  parsedReply(workspacesContract.currentWorkspace.reply, await ana.get('/api/workspaces/current'));
const groups = async (): Promise<string> => (await ana.get('/api/whatsapp-groups')).text;

/** Everything that does not change without an action. */
const seenByAna = async () => ({
  triggers: (await triggers()).map(({ alexa: _, receipt, ...trigger }) => {
    const { alexa: __, ...confirmed } = receipt ?? {};
    return { ...trigger, ...(receipt && { receipt: confirmed }) };
  }),
  workspaces: (await ana.get('/api/workspaces')).json(),
  groups: await groups(),
  days: await days(),
  history: await Promise.all((await triggers()).map(({ id }) => historyOf(id))),
});

test('proves in a drill that everything can be restored, and leaves nothing behind', async () => {
  await stack.drain();
  const before = await everything();
  const { code, text } = await ask('rehearse');
  expect(text).toContain('The backup can be restored.');
  expect(code).toBe(0);
  expect(text).toMatch(/\n[1-9]\d* sealed values can be opened/);
  const [workspaces, triggersKept] = [(await rows('workspace')).length, (await rows('trigger')).length];
  expect([workspaces > 3, triggersKept > 5]).toEqual([true, true]);
  expect(text).toContain(`\n${workspaces} workspaces and ${triggersKept} triggers can be read`);
  expect(await everything()).toEqual(before);
});

test('finds every sealed value of the table for a key change', async () => {
  const jwe = /"(eyJ[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+)"/g;
  const lying = JSON.stringify(await everything()).matchAll(jwe);
  const walked: string[] = [];
  const sealed = createSealedStore(table);
  let page = await sealed.page(undefined);
  walked.push(...page.values.map(({ sealed: value }) => value));
  while (page.next) {
    page = await sealed.page(page.next);
    walked.push(...page.values.map(({ sealed: value }) => value));
  }
  expect(walked.length).toBeGreaterThan(6);
  expect([...lying].map(([, value]) => value ?? '').toSorted()).toEqual(walked.toSorted());
});

test('reports in a drill that the export opens with none of our keys', async () => {
  const lost = anOperator(table, {
    secrets: { encryption: { current: 'k1', keys: { k1: Buffer.alloc(32, 9).toString('base64url') } } },
  });
  const { code, text } = await lost('rehearse');
  expect(code).toBe(1);
  expect(text).toContain('cannot be opened with any key of the secret "encryption"');
  expect(text).toContain('is not reliable');
});

test('restores the product from an export after a wipe while the worker runs', async () => {
  await stack.drain();
  const before = { seen: await seenByAna(), devices: await knownDevices(), runs: await rows('run') };
  expect(before.seen.days).not.toEqual([]);
  const folder = await aFolder();
  expect((await ask('export', folder)).code).toBe(0);
  await wipe();
  expect((await ana.get('/api/auth/user')).status).toBe(401);

  const imported = await ask('import', folder, '--yes');
  expect([imported.code, imported.errors]).toEqual([0, '']);
  expect(await seenByAna()).toEqual(before.seen);
  await stack.drain();
  // After the restored work is done, no device is lost and no run counts twice.
  expect(await rows('outbox')).toEqual([]);
  expect(await knownDevices()).toEqual(before.devices);
  expect(await rows('run')).toEqual(before.runs);
  expect(await days()).toEqual(before.seen.days);

  const trigger = (await triggers()).find(({ name }) => name === 'Boa noite');
  if (!trigger) throw new Error('Ana has a trigger for the night.');
  const address = webhookAddress(stack.appUrl, trigger, (await current()).workspaceToken);
  expect(await (await fetch(address, { method: 'POST' })).json()).toMatchObject({ outcome: 'sent' });
  expect((await ana.send('POST', `/api/triggers/${trigger.id}/execute`)).json()).toMatchObject({ success: true });
  await sayInGroup({ sandboxUrl }, family.id, { as: 'carla', text: 'Luz da varanda' });
  const light = (await triggers()).find(({ name }) => name === 'Luz da varanda');
  await expect
    .poll(async () => (await historyOf(light?.id ?? '')).map(({ channel }) => channel), soon)
    .toEqual(['group']);
  await expect.poll(async () => (await historyOf(trigger.id)).length, soon).toBe(3);
});

test('restores what was deleted and removes what was added since the export, and reports to Alexa', async () => {
  await stack.drain();
  const before = await knownDevices();
  const folder = await aFolder();
  await ask('export', folder);
  const [first] = await triggers();
  await ana.send('DELETE', `/api/triggers/${first?.id}`);
  await ana.send('POST', '/api/triggers', { name: 'Feito depois' });
  await expect.poll(knownDevices, soon).not.toEqual(before);
  await stack.drain();

  const refused = await ask('import', folder, '--yes');
  expect([refused.code, refused.errors.includes('is not empty. Use --replace')]).toEqual([2, true]);
  const dry = await ask('import', folder, '--replace');
  expect([dry.code, dry.text.includes('Nothing was changed')]).toEqual([0, true]);
  expect((await triggers()).map(({ name }) => name)).toContain('Feito depois');

  expect((await ask('import', folder, '--replace', '--yes')).code).toBe(0);
  expect((await triggers()).map(({ name }) => name)).not.toContain('Feito depois');
  await stack.drain();
  // A device created after the export is unknown now, so it can only be removed by hand.
  await expect.poll(knownDevices, soon).toEqual([...before, 'Feito depois'].toSorted());
  const runs = await rows('run');
  expect(new Set(runs.map(({ sk }) => sk)).size).toBe(runs.length);
});

test('restores a run that the worker had not stored in the history before the export', async () => {
  const [from, to] = [await aTable(), await aTable()];
  await addLinkedWorkspace(from);
  const run = {
    id: 'run-1',
    at: new Date().toISOString(),
    channel: 'click',
    outcome: 'sent',
    ms: 9,
    stages: {},
  } as const;
  const { deviceId: _, ...trigger } = aTrigger({ run });
  const Item = { ...triggerKey(trigger.workspaceId, trigger.id), ...trigger };
  await from.doc.send(new PutCommand({ TableName: from.name, Item }));
  const folder = await aFolder();
  expect((await anOperator(from)('export', folder)).code).toBe(0);
  expect((await anOperator(to)('import', folder, '--yes')).code).toBe(0);
  expect((await createExecutionStore(to).list(trigger.id)).runs).toMatchObject([{ id: 'run-1' }]);
  // Repeating an interrupted import is safe.
  expect((await anOperator(to)('import', folder, '--yes', '--replace')).code).toBe(0);
  const today = run.at.slice(0, 10);
  expect(await createDayStore(to).between(trigger.workspaceId, today, today)).toMatchObject([{ sent: 1 }]);
});

test.each([
  [['export'], 'Usage: npm run ops'],
  [['import', '/nowhere'], 'its manifest is missing'],
  [['rehearse', 'now'], 'Usage: npm run ops'],
])('answers %j with one sentence', async (words, sentence) => {
  const { code, errors } = await ask(...words);
  expect([code, errors.includes(sentence)]).toEqual([2, true]);
});
