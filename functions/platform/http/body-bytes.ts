type Event = { body?: string | undefined; isBase64Encoded?: boolean | undefined };

/** The bytes as sent. API Gateway encodes some bodies as base64. */
export const bodyBytes = ({ body = '', isBase64Encoded = false }: Event): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
