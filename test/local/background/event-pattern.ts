export type EventPattern = { readonly [key: string]: EventPattern | readonly unknown[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Supports exact values, `prefix`, `suffix`, `exists` and `anything-but`; throws on other operators.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
 */
export function matches(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([key, wanted]) => {
    const value = isObject(event) ? event[key] : undefined;
    if (Array.isArray(wanted)) return wanted.some((one: unknown) => accepts(one, value));
    return isObject(wanted) && matches(asPattern(wanted), value);
  });
}

const asPattern = (value: Record<string, unknown>): EventPattern =>
  Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (Array.isArray(inner)) return [key, inner];
      if (isObject(inner)) return [key, asPattern(inner)];
      throw new Error(`A filter pattern ends in lists, but ${key} does not`);
    }),
  );

function accepts(wanted: unknown, value: unknown): boolean {
  if (!isObject(wanted)) return value === wanted;
  const [operator, operand] = Object.entries(wanted)[0] ?? [];
  switch (operator) {
    case 'exists':
      return (value !== undefined) === operand;
    case 'prefix':
      return typeof value === 'string' && typeof operand === 'string' && value.startsWith(operand);
    case 'suffix':
      return typeof value === 'string' && typeof operand === 'string' && value.endsWith(operand);
    case 'anything-but':
      return value !== undefined && ![operand].flat().includes(value);
    default:
      throw new Error(`Filter operator ${operator} is not imitated here`);
  }
}
