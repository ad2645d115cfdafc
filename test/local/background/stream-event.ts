import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';

/** Times are in seconds, bytes in base64. */
export function lambdaRecord(record: StreamRecord, arn: string): Record<string, unknown> {
  const { ApproximateCreationDateTime: at, Keys, NewImage, OldImage, ...rest } = record.dynamodb ?? {};
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion,
    eventSource: record.eventSource,
    awsRegion: record.awsRegion,
    dynamodb: {
      ...rest,
      ...(at && { ApproximateCreationDateTime: Math.floor(at.getTime() / 1000) }),
      ...(Keys && { Keys: plainBytes(Keys) }),
      ...(NewImage && { NewImage: plainBytes(NewImage) }),
      ...(OldImage && { OldImage: plainBytes(OldImage) }),
    },
    eventSourceARN: arn,
  };
}

function plainBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plainBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainBytes(inner)]));
}
