import * as z from 'zod/mini';

import { channelStates, publicChannels } from '../rules/execution/channel-state.ts';
import { contract } from './endpoint.ts';
import { time } from './fields.ts';

/** In ms; null with fewer than twenty runs. Half, and 95 in a hundred, took at most so long. */
const percentiles = z.nullable(z.object({ p50: z.number(), p95: z.number() }));

const channel = z.object({
  channel: z.enum(publicChannels),
  /** `idle`: no recent runs. `unknown`: too few runs to judge. */
  state: z.enum(channelStates),
  since: z.nullable(time),
  /** Precise to five minutes. */
  lastWorked: z.nullable(time),
  /** Of the last hour, from the channel to Alexa's answer. */
  latencyMs: percentiles,
});

export type ChannelStatus = z.output<typeof channel>;

const day = z.object({
  /** In UTC. */
  day: z.iso.date(),
  /** The worst that was seen. `idle`: no runs. `unknown`: too few to judge. */
  state: z.enum(channelStates),
  troubleMinutes: z.number(),
  /** Out of 1,440; what happened in the others is not known. */
  watchedMinutes: z.number(),
  /** Of the runs that nobody but us or Amazon could lose, 0 to 1; null with fewer than twenty. */
  reached: z.nullable(z.number()),
  latencyMs: percentiles,
});

export type DayStatus = z.output<typeof day>;

const history = z.object({
  channel: z.enum(publicChannels),
  /** Of all days together. */
  reached: z.nullable(z.number()),
  latencyMs: percentiles,
  /** Oldest first; a day that is missing was not watched. */
  days: z.array(day),
});

export type ChannelHistory = z.output<typeof history>;

export const statusContract = contract({
  status: {
    method: 'GET',
    path: '/api/status',
    access: 'anyone',
    cacheSeconds: 60,
    reply: z.object({
      /** Null before the first check, and while it cannot be read. */
      asOf: z.nullable(time),
      channels: z.array(channel),
      /** Alexa takes events, and most homes that used to confirm their routines do not. */
      homesSilentSince: z.nullable(time),
    }),
    summary: 'Whether each way to run a trigger works, and how fast it is; for everybody, up to two minutes old',
  },
  statusDays: {
    method: 'GET',
    path: '/api/status/days',
    access: 'anyone',
    cacheSeconds: 300,
    reply: z.object({
      /** The last of the ninety days, in UTC. */
      today: z.iso.date(),
      channels: z.array(history),
      /** From the run to the confirmation by the routine; only of days on which at least twenty homes confirmed. */
      homes: z.nullable(z.object({ latencyMs: z.object({ p50: z.number(), p95: z.number() }), days: z.number() })),
    }),
    summary: 'How each way to run a trigger did on each of the last 90 days; for everybody, up to ten minutes old',
  },
});

export type StatusDays = z.output<(typeof statusContract)['statusDays']['reply']>;
