import * as z from 'zod/mini';

import { functions } from '#infra/functions.ts';
import { methodsOf, type Endpoint } from '#shared/contracts/endpoint.ts';
import { openApiDocument } from '#shared/contracts/open-api.ts';
import { refusals } from '#shared/refusals.ts';
import { isForAnyOrigin, isPreflight } from '#shared/rules/cross-origin.ts';

import { routeTable } from '../local/gateway/routes.ts';
import type { RawAnswer } from './raw-http.ts';

const contracts = functions.flatMap((row) => row.contracts ?? []);
const { paths } = openApiDocument(contracts, '0');
const find = routeTable(
  contracts.flatMap((contract) =>
    Object.values(contract).flatMap((endpoint: Endpoint) =>
      methodsOf(endpoint).map((method) => ({ method, path: endpoint.path, target: endpoint })),
    ),
  ),
);

/** Returns the endpoint that a request reaches. The gateway decodes the path before it matches routes. */
export function reached(
  method: string,
  target: string,
): { endpoint: Endpoint; params?: Record<string, string> } | undefined {
  try {
    const match = find(method, decodeURIComponent(target.split('?')[0] ?? ''));
    return match && { endpoint: match.target, ...(match.params && { params: match.params }) };
  } catch {
    return undefined;
  }
}

const refusal = z.object({
  error: z.string(),
  errorKey: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
const sayings: ReadonlyMap<string, readonly [number, string]> = new Map(Object.entries(refusals));

/** Texts that only leak from inside the program: stack frames, file names, error classes. */
const insides =
  /\bat (?:\w+\.)*\w+ \(|node_modules|\.(?:ts|mjs|js):\d+|\b(?:Type|Range|Syntax|Reference)Error\b|ValidationException|ECONN/;

type Asked = { method: string; target: string };

/** Lists how an answer breaks its contract. `asked` is set only for requests through the gateway. */
export function faults(
  endpoint: Endpoint | undefined,
  answer: RawAnswer,
  secrets: readonly string[],
  asked?: Asked,
): string[] {
  const [path = ''] = asked?.target.split('?') ?? [];
  const { status, headers, body } = answer;
  const text = body.toString('utf8');
  const all = `${[...headers].flat(2).join('\n')}\n${text}`;
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...secrets.filter((secret) => all.includes(secret)).map((secret) => `shows somebody else's ${secret}`),
    ...(insides.test(all) ? [`shows its insides: ${all.slice(0, 300)}`] : []),
    ...(headers.has('access-control-allow-origin') && !isForAnyOrigin(path) ? ['opens itself to other sites'] : []),
    ...(headers.has('x-injected') || headers.has('x-powered-by') ? ['has a header that is not ours'] : []),
    // The gateway's own answers lack this header.
    ...(headers.has('x-request-id')
      ? ofFunction(endpoint, answer, text, asked)
      : ofGateway(answer, text, {
          isPreflight: isPreflight(asked?.method, path),
          isPublic: path.startsWith('/prod/'),
        })),
  ];
}

type Place = { isPreflight: boolean; isPublic: boolean };

function ofGateway({ status, headers }: RawAnswer, text: string, place: Place): string[] {
  if (place.isPreflight && status === 204 && text === '') return [];
  if (place.isPublic && status === 405 && headers.has('allow')) return [];
  if (![400, 404, 413, 417, 431].includes(status)) return [`the gateway answers ${status}`];
  return text === '' || /^\{"message":"[A-Z][A-Za-z ]+"\}$/.test(text)
    ? []
    : [`the gateway says ${text.slice(0, 200)}`];
}

/** Only public answers whose contract allows it may be cached, never an error. */
const mayBeKept = ({ cacheSeconds }: Endpoint, status: number, said: string | undefined): boolean =>
  said !== 'no-store' && !(status === 200 && cacheSeconds !== undefined && said === `public, max-age=${cacheSeconds}`);

function ofFunction(
  endpoint: Endpoint | undefined,
  { status, headers }: RawAnswer,
  text: string,
  asked?: Asked,
): string[] {
  if (!endpoint) return ['a function answers what is no endpoint'];
  const declared = Object.keys(paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses ?? {});
  return [
    ...(mayBeKept(endpoint, status, headers.get('cache-control')?.join()) ? ['may be stored'] : []),
    ...(declared.includes(String(status)) ? [] : [`status ${status} is not declared`]),
    ...(asked?.method === 'HEAD' ? [] : saying(endpoint, status, text)),
  ];
}

function saying({ reply, answers }: Endpoint, status: number, text: string): string[] {
  if (text === '') return status === 204 || status === 302 ? [] : [`${status} without a word`];
  const said = json(text);
  if (/\\u(?:[dD][89a-fA-F]|0000)/.test(text)) return ['says what is no text'];
  const own = answers?.[status];
  if (own === 'page') return text.startsWith('<!doctype html>') ? [] : ['is no page'];
  if (own !== undefined && own !== 'empty' && own.safeParse(said).success) return [];
  if (status < 300 && typeof reply === 'object') return reply.safeParse(said).success ? [] : ['breaks its contract'];
  const { data } = refusal.safeParse(said);
  const known = data && sayings.get(data.errorKey);
  if (!known) return [`says ${text.slice(0, 200)}`];
  const fields = Object.values(data.fields ?? {}).filter((key) => !sayings.has(key));
  return [
    ...(known[0] === status && known[1] === data.error ? [] : [`words ${data.errorKey} otherwise`]),
    ...fields.map((key) => `names an unknown key ${key}`),
  ];
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
