import type { PulseStore, Status } from '#functions/data/pulse-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { isTableBusy } from '#functions/platform/table-busy.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { ChannelStatus, statusContract } from '#shared/contracts/status.ts';
import { publicChannels, type PublicChannel } from '#shared/rules/execution/channel-state.ts';

type Deps = {
  pulses: Pick<PulseStore, 'status'>;
  hasWhatsapp: boolean;
  log: Log;
  now: () => Date;
};

/** Five checks in a row, one per minute, are missing. */
const staleMs = 5 * 60_000;

/** Channels whose state cannot be read are `unknown`, never `up`. */
export async function readStatus(deps: Deps): Promise<ReplyOf<(typeof statusContract)['status']>> {
  const status = await lastStatus(deps);
  const isFresh = status !== undefined && deps.now().getTime() - Date.parse(status.asOf) < staleMs;
  const shown = publicChannels.filter((channel) => channel !== 'whatsapp' || deps.hasWhatsapp);
  return {
    asOf: status?.asOf ?? null,
    channels: shown.map((channel) => channelStatus(channel, status, isFresh)),
    homesSilentSince: (isFresh ? status.homesSilentSince : undefined) ?? null,
  };
}

async function lastStatus({ pulses, log }: Deps): Promise<Status | undefined> {
  try {
    return await pulses.status();
  } catch (cause) {
    if (!isTableBusy(cause)) throw cause;
    log('status.notRead', {}, cause);
    return undefined;
  }
}

function channelStatus(channel: PublicChannel, status: Status | undefined, isFresh: boolean): ChannelStatus {
  const { state, since, lastWorked = null, latencyMs } = status?.channels[channel] ?? {};
  if (!isFresh || state === undefined) return { channel, state: 'unknown', since: null, lastWorked, latencyMs: null };
  return { channel, state, since: since ?? null, lastWorked, latencyMs: latencyMs ?? null };
}
