import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { openApiDocument, type Operation } from '#shared/contracts/open-api.ts';
import { refusals } from '#shared/refusals.ts';

import { functions } from './functions.ts';

const contracts = functions.flatMap((row) => row.contracts ?? []);
const endpoints = contracts.flatMap((contract): [string, Endpoint][] => Object.entries(contract));
// Through JSON, because that is what callers receive.
const document: ReturnType<typeof openApiDocument> = JSON.parse(JSON.stringify(openApiDocument(contracts, '1.2.3')));

const operationOf = ({ path, method }: Endpoint): Operation | undefined => document.paths[path]?.[method.toLowerCase()];
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

function valuesUnder(name: string, within: unknown): unknown[] {
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries(within).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...valuesUnder(name, value),
  ]);
}

const resolve = (reference: unknown): unknown =>
  z
    .string()
    .parse(reference)
    .replace('#/', '')
    .split('/')
    .reduce<unknown>(
      (found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined),
      document,
    );

test.each(endpoints)('describes %s, and only endpoints of the contracts', (name, endpoint) => {
  expect(operationOf(endpoint)).toMatchObject({ operationId: name, summary: endpoint.summary });
  expect(operations).toHaveLength(endpoints.length);
});

test('declares OpenAPI 3.1, the product and its version, with unique operation ids', () => {
  expect(document).toMatchObject({ openapi: '3.1.1', info: { title: 'Recado', version: '1.2.3' } });
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('resolves every reference', () => {
  const references = valuesUnder('$ref', document);
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
});

test('defines exactly the security schemes that operations use', () => {
  const used = operations.flatMap(({ security }) => security.flatMap((scheme) => Object.keys(scheme)));
  expect([...new Set(used)].sort()).toEqual(Object.keys(document.components.securitySchemes).sort());
});

describe.each(operations)('$operationId', ({ operationId, parameters = [], requestBody, responses }) => {
  test('lists each path parameter once and as required', () => {
    const [path = ''] =
      Object.entries(document.paths).find(([, calls]) =>
        Object.values(calls).some((call) => call.operationId === operationId),
      ) ?? [];
    const inPath = parameters.filter((parameter) => parameter['in'] === 'path');
    expect(inPath.map(({ name }) => `{${String(name)}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required === true)).toBe(true);
    const names = parameters.map((parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`);
    expect(new Set(names).size).toBe(names.length);
    expect(parameters.every(({ schema }) => typeof schema === 'object')).toBe(true);
  });

  test('lists only valid statuses with descriptions, and at least one success', () => {
    const statuses = Object.keys(responses);
    for (const status of statuses) expect(status).toMatch(/^[2-5]\d\d$/);
    expect(statuses.some((status) => /^[23]/.test(status))).toBe(true);
    for (const response of Object.values(responses)) {
      const { description } = response['$ref'] === undefined ? response : Object(resolve(response['$ref']));
      expect(description).toEqual(expect.stringMatching(/./));
    }
  });

  test('contains no keywords that only a standalone schema may have', () => {
    const all = { parameters, requestBody, responses };
    expect(valuesUnder('$schema', all)).toEqual([]);
    expect(valuesUnder('$defs', all)).toEqual([]);
  });
});

test('lists every error key under the status of its refusal', () => {
  const errorKeys = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const keys: string[] = Object(schema).properties.errorKey.enum;
    return keys.map((key) => [key, Number(name.replace('Refusal', ''))]);
  });
  const expected = Object.entries(refusals).map(([key, [status]]) => [key, status]);
  expect(Object.fromEntries(errorKeys)).toEqual(Object.fromEntries(expected));
});

test('describes a number in an address as a string', () => {
  const read = document.paths['/api/workspaces/{id}']?.['get'];
  expect(read?.parameters).toContainEqual(
    expect.objectContaining({ name: 'id', in: 'path', schema: { type: 'string', pattern: '^[1-9]\\d{0,15}$' } }),
  );
  expect(read?.responses['200']).toMatchObject({
    content: { 'application/json': { schema: { properties: { id: { type: 'number' } } } } },
  });
});

test('requires the session cookie and lists the refusals of a write with a JSON body', () => {
  const create = document.paths['/api/triggers']?.['post'];
  expect(create?.security).toEqual([{ session: [] }]);
  expect(Object.keys(create?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '400', '401', '403', '409', '413', '415', '503']),
  );
  expect(create?.parameters).toContainEqual(expect.objectContaining({ name: 'X-Workspace-Id', in: 'header' }));
  expect(create?.requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { required: ['name'] } } },
  });
});

test('describes the credentials, parameters and statuses of a webhook', () => {
  const fire = document.paths['/prod/trigger/{workspaceId}/{deviceId}']?.['post'];
  expect(fire?.security).toEqual([{ webhookToken: [] }, { webhookBearer: [] }, { webhookSignature: [] }]);
  expect(fire?.parameters).toContainEqual(expect.objectContaining({ name: 'id', in: 'query' }));
  expect(fire?.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key' }));
  expect(fire?.parameters).toContainEqual(expect.objectContaining({ name: 'Prefer', in: 'header' }));
  const waiting = Object.entries(fire?.responses ?? {}).filter(
    ([, response]) => valuesUnder('Preference-Applied', response).length > 0,
  );
  expect(waiting.map(([status]) => status)).toEqual(['200', '504']);
  expect(fire?.summary).toContain('`Prefer: wait=8`');
  const withRunHeaders = endpoints.filter(([, endpoint]) =>
    operationOf(endpoint)?.parameters?.some(({ name }) => name === 'Idempotency-Key' || name === 'Prefer'),
  );
  expect(withRunHeaders.map(([name]) => name)).toEqual(['fireByGet', 'fireByPost', 'fireByPass']);
  expect(Object.keys(fire?.responses ?? {})).toEqual([
    '200',
    '202',
    '400',
    '403',
    '404',
    '409',
    '410',
    '413',
    '429',
    '500',
    '502',
    '503',
    '504',
  ]);
  expect(valuesUnder('outcome', fire?.responses['409'])).toHaveLength(1);
});

test('explains status 405, the Allow header and the HEAD method', () => {
  const calls = document.paths['/prod/trigger/{workspaceId}/{deviceId}'] ?? {};
  expect(Object.keys(calls).toSorted()).toEqual(['get', 'post']);
  expect(document.info.description).toMatch(/below `\/prod\/`.*405.*`Allow`.*`HEAD`/s);
  expect(valuesUnder('Allow', document.components.responses['Refusal405'])).toHaveLength(1);
});

test('explains which paths pages of other origins may call', () => {
  expect(document.info.description).toMatch(/any origin.*`\/prod\/trigger\/` and `\/prod\/findings\/`/);
});

test('describes the rate limit headers of runs, and Retry-After when a run is refused', () => {
  const { responses = {} } = document.paths['/prod/trigger/{workspaceId}/{deviceId}']?.['get'] ?? {};
  for (const status of ['200', '409', '429', '503']) {
    expect(Object.keys(Object(responses[status]).headers)).toEqual(
      expect.arrayContaining(['RateLimit-Policy', 'RateLimit']),
    );
  }
  expect(Object.keys(Object(responses['429']).headers)).toContain('Retry-After');
  expect(Object.keys(Object(responses['202']).headers)).toEqual(['Idempotency-Replayed']);
});

test('lists status 409 only for reads that need a connected number', () => {
  const statuses = (path: string) => Object.keys(document.paths[path]?.['get']?.responses ?? {});
  expect(statuses('/api/zapbox-instances/{id}/groups')).toContain('409');
  expect(statuses('/api/zapbox-instances/{id}/passkey')).toContain('409');
  expect(statuses('/api/zapbox-instances/{id}/check-connection')).not.toContain('409');
});

test('lists status 400 only for reads whose address can be unreadable', () => {
  const answers = (path: string) => Object.keys(document.paths[path]?.['get']?.responses ?? {});
  expect(answers('/api/subscription/{workspaceId}')).toContain('400');
  expect(answers('/api/workspaces/{id}')).not.toContain('400');
});

test('requires a body except for endpoints with a default body', () => {
  const bodies = operations.flatMap(({ operationId, requestBody }) =>
    requestBody ? [[operationId, requestBody]] : [],
  );
  const optional = bodies.filter(([, body]) => Object(body).required !== true).map(([name]) => name);
  expect(new Set(optional)).toEqual(new Set(['connectInstance', 'rotateWorkspaceToken']));
  expect(bodies.length).toBeGreaterThan(5);
});
