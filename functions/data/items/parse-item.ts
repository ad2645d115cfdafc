import * as z from 'zod/mini';

const mayExpire = z.object({ expiresAt: z.optional(z.number()) });

/** Treats expired items as absent, because DynamoDB may remove them hours later. */
export function live<Item extends object>(item: Item | undefined, now: Date): Item | undefined {
  const { data } = mayExpire.safeParse(item);
  return data?.expiresAt !== undefined && data.expiresAt <= epochSeconds(now) ? undefined : item;
}

/** For TTL attributes. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Contains no values, because they may be private. */
export type UnreadableItem = { type: string; fields: string };
export type ReportUnreadable = (item: UnreadableItem) => void;

/** Returns undefined and reports the item if it does not parse. */
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

export const parseItems = <Schema extends z.ZodMiniType>(
  schema: Schema,
  items: readonly unknown[] | undefined,
  report?: ReportUnreadable,
): z.output<Schema>[] =>
  (items ?? []).map((item) => parseItem(schema, item, report)).filter((item) => item !== undefined);

const typeOf = (item: unknown): string => z.object({ type: z.string() }).safeParse(item).data?.type ?? 'untyped';

/** Reads items that were stored with older field names (`{ old: current }`). */
export const withOldNames = <Schema extends z.ZodMiniType>(names: Readonly<Record<string, string>>, schema: Schema) =>
  z.pipe(
    z.transform((item: unknown) => renameFields(names, item)),
    schema,
  );

function renameFields(names: Readonly<Record<string, string>>, item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  if (!Object.keys(names).some((old) => Object.hasOwn(item, old))) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [names[name] ?? name, value]));
}

/** The run that last took the cool-down of a trigger or an access key, and its time in milliseconds since 1970. */
export const coolDown = { coolSince: z.optional(z.number()), coolRun: z.optional(z.string()) };
