import * as z from 'zod/mini';

import { identifier } from '../../text-limits.ts';
import { gatewayFailure, type AdapterDeps } from '../adapter.ts';
import { usualMs } from '../call-times.ts';
import type { WhatsAppGateway } from '../gateway.ts';
import { evolutionChats } from './evolution-chats.ts';
import { createEvolution, type Evolution } from './evolution-client.ts';
import { evolutionLines, unexpectedReply } from './evolution-lines.ts';
import { evolutionPairing } from './evolution-pairing.ts';
import { evolutionWebhook } from './evolution-webhook.ts';

/** Evolution API 2.3.7, without passkeys. https://github.com/evolution-foundation/evolution-api */
export function createEvolutionGateway(deps: AdapterDeps): WhatsAppGateway {
  const evolution = createEvolution(deps);
  const own = { ...deps, evolution };
  return {
    createsStopped: true,
    ...evolutionLines(own),
    ...evolutionPairing(own),
    ...evolutionChats(evolution),
    submitPasskey: () => Promise.resolve(gatewayFailure('rejected')),
    confirmPasskey: () => Promise.resolve(gatewayFailure('rejected')),
    parseWebhook: evolutionWebhook(deps),
    checkGateway: checkGateway(evolution),
  };
}

const welcome = z.object({ version: identifier });

/** Version 2.4 requires an activation by its vendor. */
const checkGateway = (evolution: Evolution): WhatsAppGateway['checkGateway'] =>
  async function check(limit) {
    const answer = await evolution({ method: 'GET', path: '/', timeoutMs: limit?.timeoutMs ?? usualMs });
    if (answer.outcome === 'failed') return answer;
    const { data } = welcome.safeParse(answer.body);
    return data
      ? { outcome: 'ok', version: data.version, suitable: data.version.startsWith('2.3.') }
      : unexpectedReply();
  };
