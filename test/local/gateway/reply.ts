/** Several values of a header are sent as separate lines. */
export type LocalReply = { status: number; headers: Record<string, string | string[]>; body: Buffer | string };

export const message = (status: number, text: string): LocalReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: text }),
});

export const notFound = message(404, 'Not Found');
export const badRequest = message(400, 'Bad Request');
export const tooLarge = message(413, 'Request Entity Too Large');
export const functionFailed = message(500, 'Internal Server Error');
export const unavailable = message(503, 'Service Unavailable');

const ownHeaders = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'date']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Results without a `statusCode` become JSON with status 200. */
export function replyOf(result: unknown): LocalReply {
  if (!isRecord(result) || !('statusCode' in result)) return plain(result);
  const status = Number(result['statusCode']);
  if (!Number.isInteger(status) || status < 100 || status > 599) return functionFailed;
  const headers: Record<string, string | string[]> = {};
  if (isRecord(result['headers'])) {
    for (const [name, value] of Object.entries(result['headers'])) {
      const lower = name.toLowerCase();
      if (isScalar(value) && !ownHeaders.has(lower)) headers[lower] = String(value);
    }
  }
  if (Array.isArray(result['cookies']) && result['cookies'].length > 0)
    headers['set-cookie'] = result['cookies'].map(String);
  const text = typeof result['body'] === 'string' ? result['body'] : '';
  if (text !== '') headers['content-type'] ??= 'text/plain;charset=UTF-8';
  return { status, headers, body: result['isBase64Encoded'] === true ? Buffer.from(text, 'base64') : text };
}

function plain(result: unknown): LocalReply {
  const body = typeof result === 'string' ? result : JSON.stringify(result ?? null);
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}
