import * as z from 'zod/mini';

import { channelStates, publicChannels } from '../rules/execution/channel-state.ts';
import { contract } from './endpoint.ts';
import { time } from './fields.ts';

const channel = z.object({
  channel: z.enum(publicChannels),
  /** `idle`: nobody came by of late, so nothing is wrong that anybody knows of. `unknown`: there is too little to tell. */
  state: z.enum(channelStates),
  /** Since when it is in this state. */
  since: z.nullable(time),
  /** When Alexa last took an event that came through it, to five minutes. */
  lastWorked: z.nullable(time),
  /**
   * How long runs of the last hour took at most, half of them and 95 in a hundred, from our channel to Alexa's answer; null
   * when there were too few for such a number to mean anything.
   */
  latencyMs: z.nullable(z.object({ p50: z.number(), p95: z.number() })),
});

export type ChannelStatus = z.output<typeof channel>;

export const statusContract = contract({
  status: {
    method: 'GET',
    path: '/api/status',
    access: 'anyone',
    cacheSeconds: 60,
    /** `asOf`: when the channels were last looked at; null before the first look. */
    reply: z.object({ asOf: z.nullable(time), channels: z.array(channel) }),
    summary: 'Whether each way to fire a trigger works, and how fast it is; for everybody, up to two minutes old',
  },
});
