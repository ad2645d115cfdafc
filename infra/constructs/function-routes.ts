import { Duration, Validations } from 'aws-cdk-lib';
import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';

import { methodsOf, routeKeyOf, routePathOf } from '#shared/contracts/endpoint.ts';

import type { ThrottledRoute } from './api-stage.ts';
import type { ProductFunction } from './product-function.ts';

export function functionRoutes(made: ProductFunction, api: HttpApi): ThrottledRoute[] {
  const { row } = made;
  const integration = new HttpLambdaIntegration(`Integration-${row.name}`, made.live, {
    timeout: Duration.seconds(Math.min(row.seconds + 1, 29)),
  });
  const endpoints = (row.contracts ?? []).flatMap((contract) => Object.values(contract));
  return endpoints
    .flatMap((endpoint) => methodsOf(endpoint).map((method) => ({ ...endpoint, method })))
    .map((endpoint) => {
      const routeKey = routeKeyOf(endpoint);
      const route = new HttpRoute(made, routeKey.replaceAll('/', ':'), {
        httpApi: api,
        integration,
        routeKey: HttpRouteKey.with(routePathOf(endpoint), HttpMethod[endpoint.method]),
      });
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason: 'Sessions and webhook tokens are checked by the function, which also knows whose workspace it is',
      });
      return { route, routeKey, throttle: row.throttle };
    });
}
