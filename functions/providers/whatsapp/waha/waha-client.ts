import { gatewayCaller, type CallDeps, type CallGateway } from '../adapter-call.ts';
import { failureOf } from './waha-failure.ts';

export type Waha = CallGateway;

/**
 * Callers read single fields: lines carry keys, 500s repeat our request.
 * https://waha.devlike.pro/docs/how-to/security/
 */
export const createWaha = (deps: CallDeps): Waha => gatewayCaller(deps, { keyHeader: 'x-api-key', failureOf });
