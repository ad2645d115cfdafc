import type { Shard } from '#functions/platform/config.ts';
import type { GatewayKey } from '#functions/platform/secrets/secrets.ts';

import { signedHttp, type Signer } from '../signed-http.ts';
import { gatewayFailure, type AdapterDeps } from './adapter.ts';
import { createEvolutionGateway } from './evolution/evolution-gateway.ts';
import type { WhatsAppGateway } from './gateway.ts';
import { createWahaGateway } from './waha/waha-gateway.ts';

type Deps = Omit<AdapterDeps, 'shard' | 'apiKey' | 'previousKey'> & {
  shards: readonly Shard[];
  /** API keys by shard; undefined before set-up. */
  keys: () => Promise<Readonly<Record<string, GatewayKey>> | undefined>;
  /** Signs requests to gateways behind IAM. */
  signer: Omit<Signer, 'now'>;
};

export type WhatsAppGateways = {
  /** Empty if this stage has no WhatsApp. */
  shards: readonly Shard[];
  /** Calls fail with `unreachable` if the shard is no longer configured. */
  of(shardId: string): WhatsAppGateway;
};

const adapters = { waha: createWahaGateway, evolution: createEvolutionGateway } as const;

export function chooseGateways({ shards, keys, signer, ...world }: Deps): WhatsAppGateways {
  const signed = signedHttp(world.http, { ...signer, now: world.now });
  const gateways = new Map(
    shards.map((shard) => {
      const apiKey = async (): Promise<string | undefined> => (await keys())?.[shard.id]?.value;
      const previousKey = async (): Promise<string | undefined> => (await keys())?.[shard.id]?.previous;
      const http = shard.auth === 'iam' ? signed : world.http;
      return [shard.id, adapters[shard.vendor]({ ...world, http, shard, apiKey, previousKey })] as const;
    }),
  );
  return { shards, of: (shardId) => gateways.get(shardId) ?? unconfiguredGateway(world.now) };
}

function unconfiguredGateway(now: () => Date): WhatsAppGateway {
  const silence = () => Promise.resolve(gatewayFailure('unreachable'));
  return {
    createsStopped: false,
    createLine: silence,
    describeLine: () => Promise.resolve({ state: 'unknown', asOf: now() }),
    getPairing: silence,
    requestPairingCode: silence,
    submitPasskey: silence,
    confirmPasskey: silence,
    startLine: silence,
    restartLine: silence,
    removeLine: silence,
    listLines: silence,
    listGroups: silence,
    profilePicture: () => Promise.resolve(null),
    sendText: silence,
    react: silence,
    newMessageId: () => undefined,
    parseWebhook: () => Promise.resolve({ outcome: 'refused', reason: 'signature' }),
    checkGateway: silence,
  };
}
