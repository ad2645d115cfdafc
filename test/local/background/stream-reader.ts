import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';

import { localRegion } from '../table/dynamodb.ts';

/** The last processed sequence number of each shard. */
export type Checkpoint = Record<string, string>;

type OpenShard = { id: string; parent: string | undefined; iterator: string | undefined; last: string | undefined };

/** Reads parents before their children. */
export async function streamReader(table: DynamoDBClient, endpoint: string, tableName: string, from: Checkpoint) {
  const described = await table.send(new DescribeTableCommand({ TableName: tableName }));
  const arn = described.Table?.LatestStreamArn;
  if (arn === undefined) throw new Error(`Table ${tableName} has no stream`);
  const client = new DynamoDBStreamsClient({ endpoint, region: localRegion, credentials: table.config.credentials });
  const open = new Map<string, OpenShard>();
  const finished = new Set<string>();
  const checkpoint: Checkpoint = { ...from };
  let lookAgainAt = 0;

  async function discover(): Promise<void> {
    if (performance.now() < lookAgainAt) return;
    lookAgainAt = performance.now() + 10_000;
    let last: string | undefined;
    do {
      const page = await client.send(new DescribeStreamCommand({ StreamArn: arn, ExclusiveStartShardId: last }));
      for (const shard of page.StreamDescription?.Shards ?? []) note(shard);
      last = page.StreamDescription?.LastEvaluatedShardId;
    } while (last !== undefined);
  }

  function note({ ShardId: id, ParentShardId: parent }: Shard): void {
    if (id === undefined || open.has(id) || finished.has(id)) return;
    open.set(id, { id, parent, iterator: undefined, last: checkpoint[id] });
  }

  async function iteratorOf(shard: OpenShard): Promise<string | undefined> {
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: arn,
        ShardId: shard.id,
        ...(shard.last === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: shard.last }),
      }),
    );
    return ShardIterator;
  }

  async function readShard(shard: OpenShard): Promise<StreamRecord[]> {
    shard.iterator ??= await iteratorOf(shard);
    const page = await client.send(new GetRecordsCommand({ ShardIterator: shard.iterator }));
    shard.iterator = page.NextShardIterator;
    shard.last = page.Records?.at(-1)?.dynamodb?.SequenceNumber ?? shard.last;
    if (shard.iterator === undefined) {
      open.delete(shard.id);
      finished.add(shard.id);
      lookAgainAt = 0;
    }
    return page.Records ?? [];
  }

  /** An iterator lives 15 minutes and a record 24 hours. The reader restarts after both. */
  async function tryShard(shard: OpenShard): Promise<StreamRecord[]> {
    try {
      return await readShard(shard);
    } catch (error) {
      shard.iterator = undefined;
      if (error instanceof TrimmedDataAccessException) shard.last = undefined;
      else if (!(error instanceof ExpiredIteratorException)) throw error;
      return readShard(shard);
    }
  }

  return {
    async read(): Promise<StreamRecord[]> {
      await discover();
      const records: StreamRecord[] = [];
      for (const shard of open.values()) {
        if (shard.parent !== undefined && open.has(shard.parent)) continue;
        records.push(...(await tryShard(shard)));
        if (shard.last !== undefined) checkpoint[shard.id] = shard.last;
      }
      return records;
    },
    checkpoint: (): Checkpoint => ({ ...checkpoint }),
    close: () => client.destroy(),
  };
}

export type StreamReader = Awaited<ReturnType<typeof streamReader>>;
