import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

type Given = {
  /** In API Gateway's notation, such as `GET /api/workspaces/{id}`. */
  route: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  cookies?: string[];
  /** Sent as JSON. A string is sent unchanged without a content type. */
  body?: unknown;
};

export function anEvent({ route, params, query, headers = {}, cookies, body }: Given): APIGatewayProxyEventV2 {
  const [method = 'GET', path = '/'] = route.split(' ');
  const isText = typeof body === 'string';
  const type = body === undefined || isText ? {} : { 'content-type': 'application/json' };
  return {
    version: '2.0',
    routeKey: route,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { ...type, ...headers },
    ...(cookies && { cookies }),
    ...(params && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'app.test',
      domainPrefix: 'app',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' },
      requestId: 'request-1',
      routeKey: route,
      stage: 'prod',
      time: '',
      timeEpoch: 0,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
  };
}

export const aContext = (): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'test',
  functionVersion: '1',
  invokedFunctionArn: '',
  memoryLimitInMB: '128',
  awsRequestId: 'request-1',
  logGroupName: '',
  logStreamName: '',
  getRemainingTimeInMillis: () => 10_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});
