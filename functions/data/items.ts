import * as z from 'zod/mini';

const mayExpire = z.object({ expiresAt: z.optional(z.number()) });

/** The item, unless its life is over: DynamoDB removes it only hours later. */
export function live<Item extends object>(item: Item | undefined, now: Date): Item | undefined {
  const { data } = mayExpire.safeParse(item);
  return data?.expiresAt !== undefined && data.expiresAt <= epochSeconds(now) ? undefined : item;
}

/** Time as TTL attributes hold it: whole seconds since 1970. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Where an item lies and which of its fields are wrong; never a value. */
export type UnreadableItem = { type: string; fields: string };
export type ReportUnreadable = (item: UnreadableItem) => void;

/** An item as its schema says; undefined, and reported, when it does not parse. Absent stays absent, silently. */
export function parseItem<Schema extends z.ZodMiniType>(
  schema: Schema,
  item: unknown,
  report?: ReportUnreadable,
): z.output<Schema> | undefined {
  if (item === undefined) return undefined;
  const parsed = schema.safeParse(item);
  if (parsed.success) return parsed.data;
  report?.({ type: typeOf(item), fields: parsed.error.issues.map((issue) => issue.path.join('.')).join(' ') });
  return undefined;
}

/** The items that parse; each other one is left out and reported. */
export const parseItems = <Schema extends z.ZodMiniType>(
  schema: Schema,
  items: readonly unknown[] | undefined,
  report?: ReportUnreadable,
): z.output<Schema>[] =>
  (items ?? []).map((item) => parseItem(schema, item, report)).filter((item) => item !== undefined);

const typeOf = (item: unknown): string => z.object({ type: z.string() }).safeParse(item).data?.type ?? 'untyped';
