import * as z from 'zod/mini';

import { channelStates, publicChannels } from '../rules/execution/channel-state.ts';
import { contract } from './endpoint.ts';
import { time } from './fields.ts';

/** Median and 95th percentile in ms; null with fewer than twenty runs. */
const percentiles = z.nullable(z.object({ p50: z.number(), p95: z.number() }));

const channel = z.object({
  channel: z.enum(publicChannels),
  state: z.enum(channelStates),
  since: z.nullable(time),
  /** Precise to five minutes. */
  lastWorked: z.nullable(time),
  /** Over the last hour, from the channel to Alexa's answer. */
  latencyMs: percentiles,
});

export type ChannelStatus = z.output<typeof channel>;

const day = z.object({
  /** In UTC. */
  day: z.iso.date(),
  /** The worst state of the day. `idle` means no runs, `unknown` too few to judge. */
  state: z.enum(channelStates),
  troubleMinutes: z.number(),
  /** Out of 1,440. The state in the remaining minutes is unknown. */
  watchedMinutes: z.number(),
  /**
   * Share of successful runs, 0 to 1. Failures that the user has to fix do not count. Null with fewer than twenty runs.
   */
  reached: z.nullable(z.number()),
  latencyMs: percentiles,
});

export type DayStatus = z.output<typeof day>;

const history = z.object({
  channel: z.enum(publicChannels),
  /** Over all days together. */
  reached: z.nullable(z.number()),
  latencyMs: percentiles,
  /** Oldest first. Days without monitoring are missing. */
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
      /** Null before the first check and while the status cannot be read. */
      asOf: z.nullable(time),
      channels: z.array(channel),
      /** When most homes that usually confirm their routines stopped doing so although Alexa accepts events. */
      homesSilentSince: z.nullable(time),
    }),
    summary: 'Public status and latency of each channel, up to two minutes old',
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
      /** From the run to the routine's confirmation. Counts only days on which at least twenty homes confirmed. */
      homes: z.nullable(z.object({ latencyMs: z.object({ p50: z.number(), p95: z.number() }), days: z.number() })),
    }),
    summary: 'Public status of each channel on each of the last 90 days, up to ten minutes old',
  },
});

export type StatusDays = z.output<(typeof statusContract)['statusDays']['reply']>;
