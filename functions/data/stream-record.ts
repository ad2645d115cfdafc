import * as z from 'zod/mini';

import { parseItems, type ReportUnreadable } from './items/parse-item.ts';

/** An attribute value without sets and binaries, which streamed items do not use. */
type Marshalled =
  | { S: string }
  | { N: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { L: Marshalled[] }
  | { M: Record<string, Marshalled> };

const marshalled: z.ZodMiniType<Marshalled> = z.lazy(() =>
  z.union([
    z.object({ S: z.string() }),
    z.object({ N: z.string() }),
    z.object({ BOOL: z.boolean() }),
    z.object({ NULL: z.literal(true) }),
    z.object({ L: z.array(marshalled) }),
    z.object({ M: z.record(z.string(), marshalled) }),
  ]),
);

const image = z.pipe(
  z.record(z.string(), marshalled),
  z.transform((item): Record<string, unknown> => plainItem(item)),
);
const key = z.object({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) });

const change = z.pipe(
  z.object({
    eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
    dynamodb: z.object({ Keys: key, OldImage: z.optional(image), NewImage: z.optional(image) }),
  }),
  z.transform(({ eventName, dynamodb: { Keys, OldImage, NewImage } }) => ({
    kind: eventName,
    key: { pk: Keys.pk.S, sk: Keys.sk.S },
    before: OldImage,
    after: NewImage,
  })),
);

export type StreamChange = z.output<typeof change>;

const batch = z.object({ Records: z.array(z.unknown()) });

/** Leaves out unreadable records, because they would block the stream. */
export const readStreamBatch = (event: unknown, report?: ReportUnreadable): StreamChange[] =>
  parseItems(change, batch.parse(event).Records, report);

const plainItem = (item: Record<string, Marshalled>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value)]));

function plain(value: Marshalled): unknown {
  if ('S' in value) return value.S;
  if ('N' in value) return Number(value.N);
  if ('BOOL' in value) return value.BOOL;
  if ('L' in value) return value.L.map(plain);
  return 'M' in value ? plainItem(value.M) : null;
}
