import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';

import type { Config } from '#functions/platform/config.ts';
import { pauseMs, realWaiting, retryTransient, Transient, type Waiting } from '#functions/platform/time/retry.ts';

/** Tests replace `waiting`, whose default is the real timer. */
export type Table = { doc: DynamoDBDocumentClient; name: string; waiting?: Waiting };

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

type TableSettings = Pick<Config, 'TABLE_NAME' | 'DYNAMODB_ENDPOINT' | 'DATA_REGION'> &
  Partial<Pick<Config, 'TABLE_TIMEOUT_MS'>>;

/**
 * Three attempts take about five seconds at most. A conditional write may meet its own attempt whose response was lost;
 * a transaction does not, because it is idempotent.
 */
export function createTable(config: TableSettings): Table {
  const client = new DynamoDBClient({
    region: config.DATA_REGION,
    ...(config.DYNAMODB_ENDPOINT && { endpoint: config.DYNAMODB_ENDPOINT }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 1000,
      requestTimeout: config.TABLE_TIMEOUT_MS ?? 1500,
      throwOnRequestTimeout: true,
    },
  });
  const doc = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { doc, name: config.TABLE_NAME };
}

/** Never throws. */
export async function openConnection({ doc, name }: Table): Promise<void> {
  await doc.send(new GetCommand({ TableName: name, Key: { pk: 'WARM', sk: 'WARM' } })).catch(() => undefined);
}

/** Returns DynamoDB's cancellation reasons by position. Retries collisions up to four times, then throws. */
export async function transact(
  { doc, waiting = realWaiting }: Table,
  items: readonly TransactItem[],
): Promise<'done' | { cancelled: (string | undefined)[] }> {
  return retryTransient(waiting, { tries: 5, firstPauseMs }, async () => {
    try {
      await doc.send(new TransactWriteCommand({ TransactItems: [...items] }));
      return 'done';
    } catch (error) {
      const cancelled = cancellationReasons(error);
      if (cancelled?.includes('ConditionalCheckFailed')) return { cancelled };
      if (cancelled?.some(isCollision)) return new Transient(error);
      throw error;
    }
  });
}

const isCollision = (code: string | undefined): boolean =>
  code === 'TransactionConflict' || code === 'ThrottlingError' || code === 'ProvisionedThroughputExceeded';

function cancellationReasons(error: unknown): (string | undefined)[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  if (!('CancellationReasons' in error) || !Array.isArray(error.CancellationReasons)) return undefined;
  return error.CancellationReasons.map(({ Code }) => (Code === 'None' ? undefined : Code));
}

export const firstPauseMs = 20;

export const backOff = (attempt: number): Promise<void> =>
  realWaiting.pause(pauseMs(firstPauseMs, attempt, realWaiting.random));

/** Returns false if the condition failed. */
export async function conditional(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailed(error)) return false;
    throw error;
  }
}

export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';
