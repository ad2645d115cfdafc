import { isRecord } from '../kit.ts';

/** Strings, nested by brackets. */
export type Params = { [name: string]: Value };
type Value = string | Value[] | Params;

/** Parses `a[b][0][c]=v`. Lists may be written as `a[0]=v` or `a[]=v`. */
export function decodeForm(...encoded: string[]): Params {
  const root: Params = {};
  for (const one of encoded) {
    for (const [name, value] of new URLSearchParams(one)) put(root, segmentsOf(name), value);
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, listed(value)]));
}

function segmentsOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((one) => one.replace(/\]$/, ''))];
}

function put(into: Params, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(into).length) : name;
  if (key === '__proto__') return;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const held = into[key];
  const next: Params = typeof held === 'object' && !Array.isArray(held) ? held : {};
  into[key] = next;
  put(next, rest, value);
}

function listed(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, listed(one)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name));
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

function get(params: Params, path: readonly string[]): Value | undefined {
  let value: Value | undefined = params;
  for (const name of path) {
    if (value === undefined || typeof value === 'string' || Array.isArray(value)) return undefined;
    value = value[name];
  }
  return value;
}

/** The client sends null as an empty string. */
export const has = (params: Params, ...path: string[]): boolean => get(params, path) !== undefined;

export function text(params: Params, ...path: string[]): string | undefined {
  const value = get(params, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function int(params: Params, ...path: string[]): number | undefined {
  const value = text(params, ...path);
  return value === undefined || Number.isNaN(Number(value)) ? undefined : Number(value);
}

export function flag(params: Params, ...path: string[]): boolean | undefined {
  const value = text(params, ...path);
  return value === undefined ? undefined : value === 'true';
}

export function children(params: Params, ...path: string[]): Params[] {
  const value = get(params, path);
  return Array.isArray(value) ? value.filter((one) => isRecord(one)) : [];
}

export function texts(params: Params, ...path: string[]): string[] {
  const value = get(params, path);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function pairs(params: Params, ...path: string[]): Record<string, string> {
  const value = get(params, path);
  if (value === undefined || typeof value === 'string' || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (typeof one === 'string' ? [[name, one] as const] : [])),
  );
}
