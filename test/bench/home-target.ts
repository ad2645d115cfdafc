import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { createTable } from '#functions/data/create-table.ts';

import { localClient, startDynamodb } from '../local/table/dynamodb.ts';
import { benchSettings, tableName } from './bench-settings.ts';
import { measuredChild } from './measured-child.ts';
import { settleIn } from './webhook-target.ts';

type Open = (() => unknown)[];

/** Starts the deployed bundles in a separate process. Closers in `open` run in reverse order. */
export async function homeTarget(open: Open, { triggers }: { triggers?: number } = {}) {
  const dynamodb = await startDynamodb({ port: 0 });
  open.push(dynamodb.close);
  const client = localClient(dynamodb.endpoint);
  open.push(() => client.destroy());
  await createTable(client, tableName);
  const outside = await measuredChild('./load/outside-server.ts', {});
  open.push(outside.close);
  const url = outside.said['url'] ?? '';
  const settings = { ...benchSettings(dynamodb.endpoint, `${url}/v3/events`), LWA_TOKEN_URL: `${url}/token` };
  const product = await measuredChild('./product-server.ts', settings);
  open.push(product.close);
  outside.tell({ sandboxTokenUrl: `${product.said['sandboxUrl']}/amazon/auth/o2/token` });
  const place = await settleIn(product.said, triggers);
  return { settings, outside, product, place, doc: DynamoDBDocumentClient.from(client), endpoint: dynamodb.endpoint };
}

export async function closeAll(open: Open): Promise<void> {
  for (const close of open.toReversed()) await close();
}
