import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { workspacePartition } from '#functions/data/keys.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';

import { cookieJar, type Answered } from '../local/browser-like.ts';
import { stackControls } from '../local/local-client.ts';
import { tableName } from './bench-settings.ts';

export type WebhookTarget = {
  workspaceId: number;
  cookie: string;
  triggerIds: readonly string[];
  urls: readonly string[];
  /** Paths of the same webhooks at another instance of the product. */
  pathsAt: (appUrl: string) => string[];
  /** The same paths with an access key instead of the workspace's token. */
  keyPathsAt: (appUrl: string) => string[];
};

const workspaceOf = z.object({ id: z.number(), workspaceToken: z.string() });
const keyOf = z.object({ secret: z.string() });
const triggerOf = z.object({ id: z.string(), deviceId: z.string() });

/** Sets up a home as a user would, then stops the background work. */
export async function settleIn(said: Readonly<Record<string, string>>, triggers = 40): Promise<WebhookTarget> {
  const { appUrl = '', sandboxUrl = '' } = said;
  const browser = cookieJar(appUrl);
  await browser.signIn('google', 'ana');
  const { id: workspaceId, workspaceToken } = workspaceOf.parse(
    ok(await browser.get('/api/workspaces/current')).json(),
  );
  const query = new URLSearchParams({ workspace: String(workspaceId), force_login: 'true', login_hint: 'ana' });
  await browser.visit(`/api/auth/amazon?${query.toString()}`);
  const enable = `${sandboxUrl}/alexa/home/ana/enable`;
  ok(await browser.visit(enable, { method: 'POST', body: {}, headers: { accept: 'application/json' } }));
  const made: z.output<typeof triggerOf>[] = [];
  for (let at = 1; at <= triggers; at += 1) {
    made.push(triggerOf.parse(ok(await browser.send('POST', '/api/triggers', { name: `Trigger ${at}` })).json()));
  }
  const controls = stackControls({ appUrl });
  await controls.drain();
  await controls.pauseWorker();
  const wish = { name: 'Bench', triggers: 'all' };
  const { secret } = keyOf.parse(ok(await browser.send('POST', '/api/access-keys', wish)).json());
  const pathsWith =
    (token: string) =>
    (host: string): string[] =>
      made.map(({ deviceId }) => webhookAddress(host, { workspaceId, deviceId }, token));
  const pathsAt = pathsWith(workspaceToken);
  return {
    workspaceId,
    cookie: browser.cookies(),
    triggerIds: made.map(({ id }) => id),
    urls: pathsAt(appUrl),
    pathsAt,
    keyPathsAt: pathsWith(secret),
  };
}

function ok(answer: Answered): Answered {
  if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer;
}

export async function expireToken(
  doc: DynamoDBDocumentClient,
  { workspaceId }: Pick<WebhookTarget, 'workspaceId'>,
): Promise<void> {
  await doc.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { pk: workspacePartition(workspaceId), sk: 'ACCESS' },
      UpdateExpression: 'SET tokenExpiresAt = :past',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':past': new Date(0).toISOString() },
    }),
  );
}
