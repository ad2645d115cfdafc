import * as z from 'zod/mini';

/** A recorded call. `after` holds the indexes of the calls that were answered when this one began. */
export const recordedCall = z.object({
  service: z.enum(['table', 'secrets', 'amazon', 'gateway', 'whatsapp']),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  status: z.number(),
  answer: z.string(),
  after: z.array(z.number()),
});
export type RecordedCall = z.output<typeof recordedCall>;
export type Service = RecordedCall['service'];

/** Reading secrets, and the call that opens the connection to the table. */
const isWarmUp = ({ service, body }: Pick<RecordedCall, 'service' | 'body'>): boolean =>
  service === 'secrets' || body.includes('"WARM"');

/** Length of the longest chain of calls that waited for one another, without the calls made while the module loads. */
export function inSequence(calls: readonly Pick<RecordedCall, 'service' | 'body' | 'after'>[]): number {
  const depths: number[] = [];
  for (const call of calls) {
    depths.push(isWarmUp(call) ? 0 : 1 + Math.max(0, ...call.after.map((index) => depths[index] ?? 0)));
  }
  return Math.max(0, ...depths);
}
