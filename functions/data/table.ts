import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';

import type { Config } from '#functions/platform/config.ts';

/** The one table, as every store gets it. */
export type Table = { doc: DynamoDBDocumentClient; name: string };

/** One write or check of a transaction, with its table's name. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

type Place = Pick<Config, 'TABLE_NAME' | 'DYNAMODB_ENDPOINT' | 'DATA_REGION'> &
  Partial<Pick<Config, 'TABLE_TIMEOUT_MS'>>;

/**
 * Connects on first use and keeps connections; a lost call is tried three times, by default within about five seconds.
 * A try whose answer was lost may have been written: a conditional write must know its own (transactions do, by token).
 */
export function createTable(config: Place): Table {
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

/** Reads nothing, so that name, connection and TLS are done with before the first request; never throws. */
export async function openConnection({ doc, name }: Table): Promise<void> {
  await doc.send(new GetCommand({ TableName: name, Key: { pk: 'WARM', sk: 'WARM' } })).catch(() => undefined);
}

/**
 * Writes all or nothing. `cancelled` names, by position of the item, why it was not written: `ConditionalCheckFailed`,
 * another code of DynamoDB, or undefined for an item that was not at fault.
 * A collision with another transaction is tried again a few times; a collision to the end throws.
 */
export async function transact(
  table: Table,
  items: readonly TransactItem[],
): Promise<'done' | { cancelled: (string | undefined)[] }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.doc.send(new TransactWriteCommand({ TransactItems: [...items] }));
      return 'done';
    } catch (error) {
      const cancelled = cancellationReasons(error);
      if (cancelled?.includes('ConditionalCheckFailed')) return { cancelled };
      if (!cancelled?.some(isCollision) || attempt === 5) throw error;
      await pause(pauseMs(attempt));
    }
  }
}

/** Somebody else's write was under way, or the table was briefly too busy: the same transaction may pass next time. */
const isCollision = (code: string | undefined): boolean =>
  code === 'TransactionConflict' || code === 'ThrottlingError' || code === 'ProvisionedThroughputExceeded';

function cancellationReasons(error: unknown): (string | undefined)[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  if (!('CancellationReasons' in error) || !Array.isArray(error.CancellationReasons)) return undefined;
  return error.CancellationReasons.map(({ Code }) => (Code === 'None' ? undefined : Code));
}

/** Before what was attempted so often is attempted again: about 20 ms at first, then twice as long each time. */
export const pauseMs = (attempt: number): number => 10 * 2 ** attempt * (0.5 + Math.random());

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a conditional write was made; every other failure is thrown. */
export async function conditional(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailed(error)) return false;
    throw error;
  }
}

/** A conditional write found something else than it asked for. */
export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';
