import * as z from 'zod/mini';

const node = z.object({
  /** Several for a nullable value. */
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  required: z.optional(z.array(z.string())),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  format: z.optional(z.string()),
  examples: z.optional(z.array(z.unknown())),
  minimum: z.optional(z.number()),
  items: z.optional(z.unknown()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
});

/** Includes every optional field, so that a request uses all features of its endpoint. */
export const sample = (schema: z.ZodMiniType): unknown =>
  sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

/** Required fields only. */
export function minimalSample(schema: z.ZodMiniType): Record<string, unknown> {
  const given = z.parse(node, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const { properties = {}, required = [] } = given;
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]));
}

function sampleOf(given: unknown): unknown {
  const {
    type,
    const: constant,
    enum: choices,
    format,
    minimum,
    items,
    properties,
    anyOf,
    examples,
  } = z.parse(node, given);
  if (constant !== undefined) return constant;
  if (examples) return examples[0];
  if (choices) return choices.at(-1);
  if (anyOf) return sampleOf(anyOf[0]);
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, sampleOf(inner)]));
  }
  if (type === 'object') return {};
  if (type === 'array') return [sampleOf(items ?? {})];
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return minimum ?? 1;
  if (format === 'date-time') return '2100-01-01T00:00:00.000Z';
  return 'Changed by a stranger';
}
