import { setTimeout as wait } from 'node:timers/promises';

import { lentCredentials } from '#functions/providers/environment-credentials.ts';
import { createHttp } from '#functions/providers/http.ts';
import { chooseGateways, type WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';

import { now, realConfig, realSecrets } from './process.ts';

/** The WhatsApp gateways of this place. A door that takes them reads the secret `whatsapp`. */
export const realGateways = (): WhatsAppGateways =>
  chooseGateways({
    http: createHttp(now),
    now,
    wait: (ms: number) => wait(ms),
    shards: realConfig().WHATSAPP_SHARDS,
    keys: realSecrets().whatsapp,
    signer: { credentials: () => lentCredentials(process.env), region: realConfig().AWS_REGION },
  });
