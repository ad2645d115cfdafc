import { Fn } from 'aws-cdk-lib';

import type { StageConfig } from '../../config.ts';
import { hostedShards } from '../../gateway-settings.ts';
import type { Gateway } from '../function-permissions.ts';
import { gatewayOutputName, homeRegion, stackName } from '../names.ts';

/**
 * The stage's own WhatsApp gateways, by the outputs of their stack: read when functions are deployed, and held by nobody,
 * so that a gateway can be given up. An import would keep its stack from letting go of it.
 */
export const knownGateways = ({ name: stage, whatsapp }: StageConfig): Gateway[] =>
  hostedShards(whatsapp).map(({ id }) => ({
    id,
    apiId: Fn.getStackOutput(stackName(stage, 'messaging'), gatewayOutputName(id), homeRegion),
  }));
