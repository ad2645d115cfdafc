import type { Shard } from '#functions/platform/config.ts';
import { Refusal } from '#shared/refusals.ts';

/** Throws `whatsapp.notConfigured` on a stage without gateways. */
export const needsGateway =
  <Given extends unknown[], Answer>(
    { shards }: { shards: readonly Shard[] },
    call: (...given: Given) => Promise<Answer>,
  ) =>
  async (...given: Given): Promise<Answer> => {
    if (shards.length === 0) throw new Refusal('whatsapp.notConfigured');
    return call(...given);
  };
