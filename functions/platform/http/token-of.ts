import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Empty without. */
export const bearerOf = ({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): string =>
  /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';

/** The secret of an address, or of the header where one is sent; empty without. */
export const tokenOf = (event: APIGatewayProxyEventV2): string =>
  event.queryStringParameters?.['token'] ?? bearerOf(event);
