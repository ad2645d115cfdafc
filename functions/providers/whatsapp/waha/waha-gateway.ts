import * as z from 'zod/mini';

import { identifier } from '../../text-limits.ts';
import type { AdapterDeps } from '../adapter.ts';
import { usualMs } from '../call-times.ts';
import type { WhatsAppGateway } from '../gateway.ts';
import { wahaChats } from './waha-chats.ts';
import { createWaha, type Waha } from './waha-client.ts';
import { unexpectedReply, wahaLines } from './waha-lines.ts';
import { wahaPairing } from './waha-pairing.ts';
import { wahaPasskeys } from './waha-passkey.ts';
import { wahaWebhook } from './waha-webhook.ts';

/** WAHA 2026.7.1 or later with the engine GOWS. https://waha.devlike.pro */
export function createWahaGateway(deps: AdapterDeps): WhatsAppGateway {
  const waha = createWaha(deps);
  const own = { ...deps, waha };
  return {
    createsStopped: false,
    ...wahaLines(own),
    ...wahaPasskeys(waha),
    ...wahaChats(own),
    ...wahaPairing(own),
    parseWebhook: wahaWebhook(deps),
    checkGateway: checkGateway(waha),
  };
}

const version = z.object({ version: identifier, engine: identifier });

/** Only GOWS from 2026.7.1 on supports passkeys and has the fields that we read. */
const checkGateway = (waha: Waha): WhatsAppGateway['checkGateway'] =>
  async function check(limit) {
    const answer = await waha({ method: 'GET', path: '/api/version', timeoutMs: limit?.timeoutMs ?? usualMs });
    if (answer.outcome === 'failed') return answer;
    const { data } = version.safeParse(answer.body);
    if (!data) return unexpectedReply();
    const suitable = data.engine === 'GOWS' && hasPasskeys(data.version);
    return { outcome: 'ok', version: `${data.version} ${data.engine}`, suitable };
  };

/** An unparsable version has no features. */
function hasPasskeys(named: string): boolean {
  const [, year = 0, month = 0, patch = 0] = (/^(\d{4})\.(\d{1,2})\.(\d{1,3})\b/.exec(named) ?? []).map(Number);
  return (year - 2026 || month - 7 || patch - 1) >= 0;
}
