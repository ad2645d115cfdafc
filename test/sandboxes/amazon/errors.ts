import { randomUUID } from 'node:crypto';

import { json, type Reply } from '../kit.ts';

/** Status and text of each refusal, from Amazon's documentation of the token and profile endpoints. */
const refusals: Record<string, { status: number; description: string }> = {
  invalid_grant: {
    status: 400,
    description:
      "The request has an invalid grant parameter : refresh_token. User may have revoked or didn't grant the permission.",
  },
  invalid_client: { status: 401, description: 'Client authentication failed' },
  invalid_request: {
    status: 400,
    description: 'The request is missing a required parameter or is otherwise malformed',
  },
  unauthorized_client: { status: 400, description: 'The client is not authorized to use this grant type' },
  unsupported_grant_type: { status: 400, description: 'The authorization grant type is not supported' },
  invalid_token: { status: 400, description: 'The access token provided is invalid or has expired' },
  insufficient_scope: { status: 403, description: 'The access token does not carry the scope for this request' },
  too_many_requests: { status: 429, description: 'Too many requests' },
  ServerError: { status: 500, description: 'The server encountered a runtime error' },
  ServiceUnavailable: { status: 503, description: 'The service is unavailable' },
};

export function refuse(code: string, description?: string, status?: number): Reply {
  const row = refusals[code];
  return json(
    status ?? row?.status ?? 400,
    { error: code, error_description: description ?? row?.description ?? code, request_id: randomUUID() },
    { pragma: 'no-cache' },
  );
}

export function failAsOrdered({ status, code }: { status?: number | undefined; code?: string | undefined }): Reply {
  const byStatus = Object.entries(refusals).find(([, row]) => row.status === status)?.[0];
  const fallback = (status ?? 500) >= 500 ? 'ServerError' : 'invalid_request';
  return refuse(code ?? (status === 400 ? 'invalid_request' : byStatus) ?? fallback, undefined, status);
}
