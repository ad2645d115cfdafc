import { gatewayCaller, type CallDeps, type CallGateway } from '../adapter-call.ts';
import { failureOf } from './waha-failure.ts';

export type Waha = CallGateway;

/**
 * Callers must pick single fields, because lines contain keys and 500s repeat our request.
 * https://waha.devlike.pro/docs/how-to/security/
 */
export const createWaha = (deps: CallDeps): Waha => gatewayCaller(deps, { keyHeader: 'x-api-key', failureOf });
