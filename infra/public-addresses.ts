import { methodsOf, type Endpoint } from '#shared/contracts/endpoint.ts';
import { refusals } from '#shared/refusals.ts';

import type { FunctionRow } from './functions.ts';

export type PublicAddress = {
  pattern: string;
  /** The methods of the address, in the format of the `Allow` header. */
  allow: string;
};

/** Addresses that programs of other parties call. Only our own pages call `/api/`. */
export function publicAddresses(rows: readonly Pick<FunctionRow, 'contracts'>[]): PublicAddress[] {
  const endpoints = rows.flatMap(({ contracts = [] }) =>
    contracts.flatMap((contract): Endpoint[] => Object.values(contract)),
  );
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  return [...byPath]
    .filter(([path]) => path.startsWith('/prod/'))
    .map(([path, those]) => ({
      pattern: `^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      allow: those.flatMap(methodsOf).toSorted().join(', '),
    }));
}

const code = 'request.methodNotAllowed';
const [status, error] = refusals[code];

/** The answer without `Allow`, which differs by address. API Gateway's 404 would look like a wrong address. */
export const notAllowedAnswer = {
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify({ error, errorKey: code }),
} as const;
