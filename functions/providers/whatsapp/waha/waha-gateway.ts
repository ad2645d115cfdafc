import * as z from 'zod/mini';

import type { AdapterDeps } from '../adapter.ts';
import { usualMs } from '../call-times.ts';
import type { WhatsAppGateway } from '../gateway.ts';
import { wahaChats } from './waha-chats.ts';
import { createWaha, type Waha } from './waha-client.ts';
import { unreadable, wahaLines } from './waha-lines.ts';
import { wahaPairing } from './waha-pairing.ts';
import { wahaPasskeys } from './waha-passkey.ts';
import { wahaWebhook } from './waha-webhook.ts';

/** WAHA, from 2026.7.1 on, with the engine GOWS. https://waha.devlike.pro */
export function createWahaGateway(deps: AdapterDeps): WhatsAppGateway {
  const waha = createWaha(deps);
  const own = { ...deps, waha };
  return {
    ...wahaLines(own),
    ...wahaPasskeys(waha),
    ...wahaChats(own),
    getPairing: wahaPairing(own),
    parseWebhook: wahaWebhook(deps),
    checkGateway: checkGateway(waha),
  };
}

const version = z.object({ version: z.string(), engine: z.string() });

/** Only GOWS has passkeys and the fields read here. */
const checkGateway = (waha: Waha): WhatsAppGateway['checkGateway'] =>
  async function check(limit) {
    const answer = await waha({ method: 'GET', path: '/api/version', timeoutMs: limit?.timeoutMs ?? usualMs });
    if (answer.outcome === 'failed') return answer;
    const { data } = version.safeParse(answer.body);
    return data ? { outcome: 'ok', version: data.version, suitable: data.engine === 'GOWS' } : unreadable();
  };
