import { json, type Reply } from '../../kit.ts';

type Row = { status: number; message: string; code?: string };

/** The names are invented for `_misbehave`. Of Amazon's own codes, only `incorrectEndpoint` is documented. */
const refusals = {
  badRequest: { status: 400, message: 'The request is malformed' },
  invalidCredentials: { status: 400, message: 'Invalid account linking credentials' },
  incorrectEndpoint: {
    status: 400,
    message: 'The request was sent to the wrong endpoint for this customer',
    code: 'incorrectEndpoint',
  },
  unauthorized: { status: 401, message: 'The access token is not valid' },
  forbidden: { status: 403, message: 'The client or the customer may not do this' },
  notFound: { status: 404, message: 'The resource was not found' },
  conflict: { status: 409, message: 'The skill is enabled already' },
  tooManyRequests: { status: 429, message: 'Too many requests' },
  internalError: { status: 500, message: 'The server encountered an error' },
  unavailable: { status: 503, message: 'The service is unavailable' },
} satisfies Record<string, Row>;
type Name = keyof typeof refusals;

export function refuse(name: Name, message?: string): Reply {
  const row: Row = refusals[name];
  return refusalReply({ ...row, ...(message !== undefined && { message }) });
}

export function enablementFails({ status, code }: { status?: number | undefined; code?: string | undefined }): Reply {
  const rows: [string, Row][] = Object.entries(refusals);
  const row = rows.find(([name, one]) => (code === undefined ? one.status === status : name === code))?.[1];
  const other = { status: status ?? 400, message: 'The request was refused', ...(code !== undefined && { code }) };
  return refusalReply({ ...(row ?? other), ...(status !== undefined && { status }) });
}

function refusalReply({ status, message, code }: Row): Reply {
  return json(status, { ...(code !== undefined && { code }), message });
}
