import { existsSync, readFileSync } from 'node:fs';

import { isRecord } from '../kit.ts';
import { StripeRefusal } from './refusal.ts';
import { checker, type Schema } from './schema-check.ts';

/** Stripe's API description, reduced to billing. It is next to the repository and not part of it. */
const file = new URL('../../../../shared/data/stripe/openapi.trimmed.json', import.meta.url);

export type Spec = {
  operations: readonly (readonly [method: string, path: string])[];
  /** Throws Stripe's error. */
  checkRequest: (method: string, path: string, params: Record<string, unknown>) => void;
  /** Returns undefined if the response matches the description. */
  checkAnswer: (method: string, path: string, body: unknown) => string | undefined;
};

export const haveDescription = existsSync(file);

let loaded: Spec | undefined;

export function loadSpec(): Spec {
  loaded ??= specIn(file);
  return loaded;
}

/** Without a description, accepts every parameter and prints a warning. */
export function specIn(at: URL): Spec {
  if (existsSync(at)) return readSpec(JSON.parse(readFileSync(at, 'utf8')));
  console.warn("\n*** Stripe's parameters are NOT checked: ../shared/data/stripe is not here. ***\n");
  return { operations: [], checkRequest: () => undefined, checkAnswer: () => undefined };
}

function readSpec(document: unknown): Spec {
  const find = (...path: string[]): Schema | undefined => {
    let at: unknown = document;
    for (const name of path) at = isRecord(at) ? at[name] : undefined;
    return isRecord(at) ? at : undefined;
  };
  const check = checker((name) => find('components', 'schemas', name));
  const operation = (method: string, path: string): [string, string, string] => [
    'paths',
    path.replace(/:(\w+)/g, '{$1}'),
    method.toLowerCase(),
  ];
  return {
    operations: Object.entries(find('paths') ?? {}).flatMap(([path, methods]) =>
      Object.keys(isRecord(methods) ? methods : {}).map(
        (method) => [method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1')] as const,
      ),
    ),
    checkRequest(method, path, params) {
      const at = operation(method, path);
      const query = find(...at)?.['x-params'];
      const body = find(...at, 'requestBody', 'content', 'application/x-www-form-urlencoded', 'schema');
      const schema = body ?? (typeof query === 'string' ? { $ref: query } : query);
      const found = isRecord(schema) ? check(schema, params, '', 'form') : undefined;
      if (found) throw new StripeRefusal(found.message, { param: found.param, code: found.code });
    },
    checkAnswer(method, path, body) {
      const schema = find(...operation(method, path), 'responses', '200', 'content', 'application/json', 'schema');
      const found = schema && check(schema, body, '', 'json');
      return found && `${found.param}: ${found.message}`;
    },
  };
}
