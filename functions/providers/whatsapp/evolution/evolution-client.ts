import { gatewayCaller, type CallDeps, type CallGateway, type GatewayAnswer } from '../adapter-call.ts';
import { gatewayFailure } from '../adapter.ts';
import { failureOf } from './evolution-failure.ts';

export type Evolution = CallGateway;

/**
 * Callers must pick single fields, because instances contain their tokens in clear. https://doc.evolution-api.com/v2/
 */
export const createEvolution = (deps: CallDeps): Evolution =>
  gatewayCaller(deps, { keyHeader: 'apikey', failureOf, readOk });

/** Some failures have status 200. */
function readOk(body: unknown): GatewayAnswer {
  const isError = typeof body === 'object' && body !== null && 'error' in body && body.error === true;
  return isError ? gatewayFailure('upstream', { status: 200, retryable: true }) : { outcome: 'ok', body };
}
