import { functions } from '#infra/functions.ts';
import type { Endpoint, OwnedKind } from '#shared/contracts/endpoint.ts';

import { minimalSample, sample } from './sample.ts';

export type NamedEndpoint = { name: string; endpoint: Endpoint };

export const endpoints: readonly NamedEndpoint[] = functions
  .flatMap((row) => row.contracts ?? [])
  .flatMap((contract) => Object.entries(contract).map(([name, endpoint]) => ({ name, endpoint })));

/** A new kind needs an entry before this compiles. */
export type OwnedThings = Record<OwnedKind, string | number>;

type Request = { method: string; path: string; body?: unknown; headers: Record<string, string> };

/** Fields that contain an owned id, such as `params.id`; `header` is `X-Workspace-Id`. */
export const placesOf = ({ owned = {}, scope }: Endpoint): string[] => [
  ...Object.keys(owned),
  ...(scope === 'workspace' ? ['header'] : []),
];

export const fieldsOf = (schema: Endpoint['body']): string[] => (schema ? Object.keys(fields(sample(schema))) : []);

/** `whose` fills each field that contains an owned id. */
export function requestFor(endpoint: Endpoint, whose: (place: string) => OwnedThings | undefined): Request {
  const { method, path, params, query, body, owned = {} } = endpoint;
  const parts: Record<string, Record<string, unknown>> = {
    params: Object.fromEntries(Array.from(path.matchAll(/\{(\w+)\}/g), (match) => [match[1] ?? '', 'unknown'])),
    query: params && query ? minimalSample(query) : fields(query && sample(query)),
    body: fields(body && sample(body)),
  };
  for (const [place, kind] of Object.entries(owned)) {
    const [part = '', name = ''] = place.split('.');
    const id = whose(place)?.[kind];
    if (id !== undefined) parts[part] = { ...parts[part], [name]: id };
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts['params']?.[name])),
  );
  const search = new URLSearchParams(
    Object.entries(parts['query'] ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const shown = whose('header')?.workspace;
  return {
    method,
    path: search === '' ? filled : `${filled}?${search}`,
    ...(body && { body: parts['body'] }),
    headers: shown === undefined ? {} : { 'x-workspace-id': String(shown) },
  };
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
