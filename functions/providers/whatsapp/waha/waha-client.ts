import { gatewayCaller, type CallDeps, type CallGateway } from '../adapter-call.ts';
import { failureOf } from './waha-failure.ts';

export type Waha = CallGateway;

/**
 * One call to WAHA. Nothing that it answers leaves but what a caller reads field by field: its line objects carry keys,
 * its 500s repeat our request. https://waha.devlike.pro/docs/how-to/security/
 */
export const createWaha = (deps: CallDeps): Waha => gatewayCaller(deps, { keyHeader: 'x-api-key', failureOf });
