import { methodsOf, type Endpoint } from '#shared/contracts/endpoint.ts';
import { refusals } from '#shared/refusals.ts';

import type { FunctionRow } from './functions.ts';

export type PublicAddress = {
  pattern: string;
  /** The methods of the address, in the format of the `Allow` header. */
  allow: string;
};

/** Returns the addresses that third-party programs call. Only the web app calls `/api/`. */
export function publicAddresses(rows: readonly Pick<FunctionRow, 'contracts'>[]): PublicAddress[] {
  const endpoints = rows.flatMap(({ contracts = [] }) =>
    contracts.flatMap((contract): Endpoint[] => Object.values(contract)),
  );
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  return [...byPath]
    .filter(([path]) => path.startsWith('/prod/'))
    .map(([path, endpointsOfPath]) => ({
      pattern: `^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      allow: endpointsOfPath.flatMap(methodsOf).toSorted().join(', '),
    }));
}

const code = 'request.methodNotAllowed';
const [status, error] = refusals[code];

/**
 * The response to a wrong method, to which the CDN adds the address's `Allow` header. API Gateway would return 404, as
 * if the address were wrong.
 */
export const notAllowedAnswer = {
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify({ error, errorKey: code }),
} as const;
