import { isRecord } from '../kit.ts';

export type Problems = string[];
export type Fields = Record<string, unknown>;

/** Returns an object with only the given fields; otherwise undefined, with a problem. */
export function object(
  problems: Problems,
  at: string,
  value: unknown,
  required: readonly string[],
  optional: readonly string[] = [],
): Fields | undefined {
  if (!isRecord(value)) {
    problems.push(`${at} must be an object`);
    return undefined;
  }
  for (const name of required) if (value[name] === undefined) problems.push(`${at}.${name} is missing`);
  for (const name of Object.keys(value)) {
    if (!required.includes(name) && !optional.includes(name)) problems.push(`${at}.${name} is not known here`);
  }
  return value;
}

export function list(problems: Problems, at: string, value: unknown, most: number, least = 0): readonly unknown[] {
  if (!Array.isArray(value)) {
    problems.push(`${at} must be an array`);
    return [];
  }
  const items: readonly unknown[] = value;
  if (items.length < least || items.length > most)
    problems.push(`${at} must have ${least} to ${most} items, has ${items.length}`);
  return items;
}

/** Returns text that matches a pattern; otherwise an empty string, with a problem. */
export function text(problems: Problems, at: string, value: unknown, pattern = /^[^]+$/u): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  if (value !== undefined) problems.push(`${at} is not valid: ${JSON.stringify(value)?.slice(0, 80)}`);
  return '';
}

export function exactly(problems: Problems, at: string, value: unknown, wanted: string | boolean): void {
  if (value !== wanted && value !== undefined) problems.push(`${at} must be ${JSON.stringify(wanted)}`);
}

/** Accepts a valid ISO 8601 time in UTC that ends in Z. */
export function moment(problems: Problems, at: string, value: unknown): string {
  const found = text(problems, at, value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/);
  if (found !== '' && Number.isNaN(Date.parse(found))) problems.push(`${at} is no real time`);
  return found;
}

// https://developer.amazon.com/docs/device-apis/alexa-discovery-objects.html
export const endpointIdPattern = /^[\w\-=#;:?@&]{1,256}$/;
const messageIdPattern = /^[A-Za-z0-9-]{1,127}$/;

export function header(problems: Problems, value: unknown, version: string, optional: readonly string[]): string {
  const head = object(problems, 'event.header', value, ['namespace', 'name', 'messageId', 'payloadVersion'], optional);
  exactly(problems, 'event.header.payloadVersion', head?.['payloadVersion'], version);
  return text(problems, 'event.header.messageId', head?.['messageId'], messageIdPattern);
}

export function scope(problems: Problems, at: string, value: unknown): void {
  const found = object(problems, at, value, ['type', 'token']);
  exactly(problems, `${at}.type`, found?.['type'], 'BearerToken');
  text(problems, `${at}.token`, found?.['token']);
}

/** Reads a path of fields without checking them. */
export function dig(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);
}
