import { Fn } from 'aws-cdk-lib';

import type { StageConfig } from '../../config.ts';
import { hostedShards } from '../../gateway-settings.ts';
import type { Gateway } from '../function-permissions.ts';
import { gatewayOutputName, homeRegion, stackName } from '../names.ts';

/** Reads outputs during the deployment of functions. An import would prevent the removal of the gateway's stack. */
export const knownGateways = ({ name: stage, whatsapp }: StageConfig): Gateway[] =>
  hostedShards(whatsapp).map(({ id }) => ({
    id,
    apiId: Fn.getStackOutput(stackName(stage, 'messaging'), gatewayOutputName(id), homeRegion),
  }));
