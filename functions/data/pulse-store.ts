import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { channelStates, publicChannels, type PublicChannel } from '#shared/rules/execution/channel-state.ts';
import { latencySteps } from '#shared/rules/execution/latency.ts';

import { epochSeconds, live, parseItem, parseItems, withOldNames, type ReportUnreadable } from './items/parse-item.ts';
import { gatewaysKey, pulseKey, pulsePartition, statusKey, type Key } from './keys.ts';
import { queryAll } from './query-all.ts';
import type { Table } from './table.ts';

/** Counts of five minutes. `times` has one count for each step of `latencySteps`. */
export type Pulse = {
  channel: PublicChannel;
  at: string;
  sent: number;
  lost: number;
  places: string[];
  times: number[];
};

export const pulseMs = 5 * 60_000;
/** A day is added up after its end, even if the job did not run for some hours. */
const keptSeconds = 50 * 3600;

const pulseItem = z.pipe(
  withOldNames(
    { door: 'channel' },
    z.looseObject({
      type: z.literal('pulse'),
      channel: z.enum(publicChannels),
      at: z.iso.datetime(),
      sent: z._default(z.number(), 0),
      lost: z._default(z.number(), 0),
    }),
  ),
  z.transform(({ channel, at, sent, lost, ...counts }): Pulse => ({
    channel,
    at,
    sent,
    lost,
    places: Object.keys(counts).filter((name) => placeName.test(name)),
    times: latencySteps.map((_, step) => Number(counts[timeName(step)] ?? 0)),
  })),
);

const placeName = /^w\d+$/;
const timeName = (step: number): string => `t${step}`;

const channelItem = z.object({
  state: z.enum(channelStates),
  since: z.iso.datetime(),
  lastWorked: z.optional(z.iso.datetime()),
  latencyMs: z.nullable(z.object({ p50: z.number(), p95: z.number() })),
});

const minutesItem = z.object({
  day: z.string(),
  watched: z.number(),
  trouble: z.partialRecord(z.enum(publicChannels), z.object({ degraded: z.number(), down: z.number() })),
});

const statusItem = withOldNames(
  { doors: 'channels' },
  z.object({
    type: z.literal('status'),
    asOf: z.iso.datetime(),
    channels: z.partialRecord(z.enum(publicChannels), channelItem),
    /** Since then, Alexa accepts events but homes that used to confirm runs do not. */
    homesSilentSince: z.optional(z.iso.datetime()),
    minutes: z.optional(minutesItem),
  }),
);

const gatewaysItem = z.object({
  type: z.literal('gateways'),
  total: z.number(),
  silent: z.number(),
  expiresAt: z.number(),
});

export type Status = Omit<z.output<typeof statusItem>, 'type'>;
export type ChannelItem = z.output<typeof channelItem>;
/** Minutes of the UTC day of the last check. */
export type Minutes = z.output<typeof minutesItem>;

/** Workspaces are stored as one of sixteen names, so that none can be recognised. */
export function createPulseStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const get = async ({ pk, sk }: Key): Promise<unknown> =>
    (await table.doc.send(new GetCommand({ TableName: table.name, Key: { pk, sk } }))).Item;

  return {
    /** Retrying after a lost response may count twice, which does not change a state. */
    async add(pulse: Pulse): Promise<void> {
      await table.doc.send(
        new UpdateCommand({ TableName: table.name, Key: pulseKey(pulse.at, pulse.channel), ...addition(pulse) }),
      );
    },

    async since(from: Date): Promise<Pulse[]> {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk >= :from',
        ExpressionAttributeValues: { ':pk': pulsePartition, ':from': from.toISOString() },
      });
      return parseItems(pulseItem, items, report);
    },

    async ofDay(day: string): Promise<Pulse[]> {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :day)',
        ExpressionAttributeValues: { ':pk': pulsePartition, ':day': day },
      });
      return parseItems(pulseItem, items, report);
    },

    status: async (): Promise<Status | undefined> => parseItem(statusItem, await get(statusKey), report),

    async keepStatus(status: Status): Promise<void> {
      const Item = { ...statusKey, type: 'status', ...status };
      await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    },

    /** Returns undefined if the report is too old. */
    async gateways(): Promise<{ total: number; silent: number } | undefined> {
      const item = await get(gatewaysKey);
      const known = typeof item === 'object' && item !== null ? live(item, now()) : undefined;
      return parseItem(gatewaysItem, known, report);
    },

    async keepGateways(seen: { total: number; silent: number }, lifeSeconds: number): Promise<void> {
      const Item = { ...gatewaysKey, type: 'gateways', ...seen, expiresAt: epochSeconds(now()) + lifeSeconds };
      await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    },
  };
}

function addition({ channel, at, sent, lost, places, times }: Pulse) {
  const ofTimes = times.map((count, step): [string, number] => [timeName(step), count]);
  const counts = [['sent', sent] as const, ['lost', lost] as const, ...ofTimes].filter(([, count]) => count > 0);
  const set = { type: 'pulse', channel, at, expiresAt: epochSeconds(new Date(at)) + keptSeconds };
  const sets = [...Object.entries(set), ...places.map((name) => [name, 1] as const)];
  const all: (readonly [string, unknown])[] = [...sets, ...counts];
  return {
    UpdateExpression:
      `SET ${sets.map(([name]) => `#${name} = :${name}`).join(', ')} ` +
      `ADD ${counts.map(([name]) => `#${name} :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
  };
}

export type PulseStore = ReturnType<typeof createPulseStore>;
