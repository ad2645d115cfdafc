import { environmentCredentials } from '#functions/providers/environment-credentials.ts';
import { chooseGateways, type WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';

import type { World } from '../world.ts';

/** Functions that use gateways read the secret `whatsapp`. */
export const whatsappGateways = ({ config, secrets, http, now, pause }: World): WhatsAppGateways =>
  chooseGateways({
    http,
    now,
    wait: pause,
    shards: config.WHATSAPP_SHARDS,
    keys: secrets.whatsapp,
    signer: { credentials: () => environmentCredentials(process.env), region: config.AWS_REGION },
  });
