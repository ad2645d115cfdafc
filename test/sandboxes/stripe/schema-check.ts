import { isRecord } from '../kit.ts';

export type Schema = Record<string, unknown>;
/** In `form` mode all values are strings, as in requests. In `json` mode values have types, as in responses. */
type Mode = 'form' | 'json';
type Wrong = { param: string; message: string; code?: string };

export function checker(schemaNamed: (name: string) => Schema | undefined) {
  function check(schema: Schema, value: unknown, param: string, mode: Mode): Wrong | undefined {
    const ref = schema['$ref'];
    if (typeof ref === 'string') {
      const target = schemaNamed(ref.split('/').at(-1) ?? '');
      return target && check(target, value, param, mode);
    }
    const options = schema['anyOf'];
    if (Array.isArray(options)) return checkAny(options.filter(isRecord), value, param, mode);
    const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
    if (mode === 'json' && value === null && (types.includes('null') || schema['type'] === undefined)) return undefined;
    if (types.includes('object')) return checkObject(schema, value, param, mode);
    if (types.includes('array')) return checkList(schema, value, param, mode);
    return mode === 'form' ? checkText(schema, value, param) : checkTyped(schema, types, value, param);
  }

  function checkAny(options: Schema[], value: unknown, param: string, mode: Mode): Wrong | undefined {
    const found = options.map((one) => check(one, value, param, mode));
    if (found.includes(undefined)) return undefined;
    const shape = Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : undefined;
    const deref = (one: Schema) =>
      typeof one['$ref'] === 'string' ? schemaNamed(one['$ref'].split('/').at(-1) ?? '') : one;
    const best = shape === undefined ? 0 : options.findIndex((one) => deref(one)?.['type'] === shape);
    return found[Math.max(best, 0)];
  }

  function checkObject(schema: Schema, value: unknown, param: string, mode: Mode): Wrong | undefined {
    if (!isRecord(value)) return { param, message: 'Invalid object' };
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    const others = schema['additionalProperties'];
    const below = (name: string) => (param === '' ? name : `${param}[${name}]`);
    for (const [name, one] of Object.entries(value)) {
      const known = properties[name] ?? (isRecord(others) ? others : undefined);
      if (!isRecord(known)) {
        if (others !== false) continue;
        return { param: below(name), code: 'parameter_unknown', message: `Received unknown parameter: ${below(name)}` };
      }
      // An empty value removes a metadata key.
      const unset = mode === 'form' && one === '' && isRecord(others);
      const found = unset ? undefined : check(known, one, below(name), mode);
      if (found) return found;
    }
    const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
    const absent = required.find((name) => value[name] === undefined);
    if (absent === undefined) return undefined;
    const missing = below(absent);
    return { param: missing, code: 'parameter_missing', message: `Missing required param: ${missing}.` };
  }

  function checkList(schema: Schema, value: unknown, param: string, mode: Mode): Wrong | undefined {
    if (!Array.isArray(value)) return { param, message: 'Invalid array' };
    const items = schema['items'];
    if (!isRecord(items)) return undefined;
    for (const [i, one] of value.entries()) {
      const found = check(items, one, `${param}[${i}]`, mode);
      if (found) return found;
    }
    return undefined;
  }
  return check;
}

const textForms: Record<string, RegExp> = { integer: /^-?\d+$/, number: /^-?\d+(\.\d+)?$/, boolean: /^(true|false)$/ };

function checkText(schema: Schema, value: unknown, param: string): Wrong | undefined {
  const type = String(schema['type']);
  if (typeof value !== 'string') return { param, message: `Invalid ${type}: ${JSON.stringify(value)}` };
  const form = textForms[type];
  if (form) {
    if (form.test(value)) return undefined;
    return {
      param,
      message: `Invalid ${type}: ${value}`,
      ...(type === 'integer' && { code: 'parameter_invalid_integer' }),
    };
  }
  const known = Array.isArray(schema['enum']) ? schema['enum'].map(String) : undefined;
  if (known?.includes(value)) return undefined;
  if (known) return { param, message: `Invalid ${param}: must be one of ${known.join(', ')}` };
  if (value !== '') return undefined;
  const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
  return { param, code: 'parameter_invalid_empty', message };
}

function checkTyped(schema: Schema, types: unknown[], value: unknown, param: string): Wrong | undefined {
  if (schema['type'] === undefined) return undefined;
  const type = Number.isInteger(value) ? 'integer' : value === null ? 'null' : typeof value;
  if (!types.includes(type) && !(type === 'integer' && types.includes('number'))) {
    return { param, message: `is ${JSON.stringify(value)}, expected ${types.join(' or ')}` };
  }
  const known = schema['enum'];
  if (value === null || !Array.isArray(known) || known.includes(value)) return undefined;
  return { param, message: `is ${JSON.stringify(value)}, expected one of ${known.join(', ')}` };
}
