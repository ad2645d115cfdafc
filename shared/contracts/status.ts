import * as z from 'zod/mini';

import { channelStates, publicChannels } from '../rules/execution/channel-state.ts';
import { contract } from './endpoint.ts';
import { time } from './fields.ts';

const channel = z.object({
  channel: z.enum(publicChannels),
  /** `idle`: no recent runs. `unknown`: too few runs to judge. */
  state: z.enum(channelStates),
  since: z.nullable(time),
  /** Precise to five minutes. */
  lastWorked: z.nullable(time),
  /** Of the last hour, from the channel to Alexa's answer; null with too few runs. */
  latencyMs: z.nullable(z.object({ p50: z.number(), p95: z.number() })),
});

export type ChannelStatus = z.output<typeof channel>;

export const statusContract = contract({
  status: {
    method: 'GET',
    path: '/api/status',
    access: 'anyone',
    cacheSeconds: 60,
    /** `asOf` is null before the first check. */
    reply: z.object({ asOf: z.nullable(time), channels: z.array(channel) }),
    summary: 'Whether each way to fire a trigger works, and how fast it is; for everybody, up to two minutes old',
  },
});
