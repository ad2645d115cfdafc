import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { createTable } from '#functions/data/create-table.ts';
import { accessKey } from '#functions/data/keys.ts';

import { startDynamodb, localClient } from '../../local/table/dynamodb.ts';
import { benchSettings, tableName } from '../bench-settings.ts';
import { gatewayRecorder } from '../gateway-recorder.ts';
import { listenToGroups, type GroupTarget } from '../group-target.ts';
import { closeAll } from '../home-target.ts';
import { measuredChild } from '../measured-child.ts';

export type ColdHome = GroupTarget & {
  doc: DynamoDBDocumentClient;
  endpoint: string;
  amazonUserId: string;
  secrets: Readonly<Record<string, unknown>>;
};

const secretsOf = z.record(z.string(), z.unknown());

/** A user with triggers and groups, set up through the product, which is stopped afterwards. */
export async function coldHome(open: (() => unknown)[]): Promise<ColdHome> {
  const dynamodb = await startDynamodb({ port: 0 });
  open.push(dynamodb.close);
  const client = localClient(dynamodb.endpoint);
  open.push(() => client.destroy());
  await createTable(client, tableName);
  const doc = DynamoDBDocumentClient.from(client);
  const here: (() => unknown)[] = [];
  try {
    const recorder = await gatewayRecorder();
    here.push(recorder.close);
    const wahaUrl = `${recorder.url}/whatsapp`;
    const settings = benchSettings(dynamodb.endpoint, `${recorder.url}/v3/events`);
    const product = await measuredChild('./product-server.ts', { ...settings, WAHA_URL: wahaUrl });
    here.push(product.close);
    recorder.standBefore(product.said['sandboxUrl'] ?? '');
    const place = await listenToGroups(product.said, doc, { wahaUrl, whilePairing: () => Promise.resolve() });
    const { Item } = await doc.send(new GetCommand({ TableName: tableName, Key: accessKey(place) }));
    return {
      ...place,
      doc,
      endpoint: dynamodb.endpoint,
      amazonUserId: String(Item?.['amazonUserId']),
      secrets: secretsOf.parse(JSON.parse(settings['SECRETS_JSON'] ?? '')),
    };
  } finally {
    await closeAll(here);
  }
}
