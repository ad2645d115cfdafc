import fc from 'fast-check';

import { ids, paths, queries } from './address-mutations.ts';
import { hostileBody } from './bodies.ts';
import { contentTypes, cookies, headers } from './header-mutations.ts';
import { header, type Material, type Mutation } from './mutation.ts';
import type { RawRequest } from './raw-http.ts';

const methods = fc
  .constantFrom(
    'TRACE',
    'PUT',
    'OPTIONS',
    'HEAD',
    'GET',
    'POST',
    'PATCH',
    'DELETE',
    'PROPFIND',
    'BREW',
    'get',
    'CONNECT',
  )
  .map((method): Mutation => (request) => ({ ...request, method }));

const bodies = ({ fields, foreign }: Material): fc.Arbitrary<Mutation> =>
  hostileBody(fields ?? {}, foreign).map((body) => (request) => ({ ...request, body }));

/** Applies one to three mutations. */
export function hostileRequest(material: Material): fc.Arbitrary<RawRequest> {
  const one: fc.Arbitrary<Mutation> = fc.oneof(
    { weight: material.fields ? 10 : 2, arbitrary: bodies(material) },
    { weight: material.fields ? 2 : 1, arbitrary: contentTypes },
    { weight: 1, arbitrary: cookies },
    { weight: 3, arbitrary: headers(material) },
    { weight: 2, arbitrary: paths },
    { weight: 3, arbitrary: ids },
    { weight: 3, arbitrary: queries(material) },
    { weight: 1, arbitrary: methods },
  );
  return fc
    .array(one, { minLength: 1, maxLength: 3 })
    .map((mutations) => measured(mutations.reduce((request, mutation) => mutation(request), material.right)));
}

/** Adds the correct content-length unless a mutation has set it or the transfer-encoding. */
function measured(request: RawRequest): RawRequest {
  const says = request.headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding');
  if (says || request.body === undefined) return request;
  return header('content-length', String(request.body.length))(request);
}
