import type { Shard } from '#functions/platform/config.ts';
import { Refusal } from '#shared/refusals.ts';

/**
 * A call that a gateway has a part in. A place without any says so before it looks at anything else; reading what is
 * stored and putting it away go on there.
 */
export const needsGateway =
  <Given extends unknown[], Answer>(
    { shards }: { shards: readonly Shard[] },
    call: (...given: Given) => Promise<Answer>,
  ) =>
  async (...given: Given): Promise<Answer> => {
    if (shards.length === 0) throw new Refusal('whatsapp.notConfigured');
    return call(...given);
  };
