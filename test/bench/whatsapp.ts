import { DeleteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { createTable } from '#functions/data/create-table.ts';
import { groupTurnsKey } from '#functions/data/keys.ts';

import { localClient, startDynamodb } from '../local/table/dynamodb.ts';
import { benchSettings, bundled, tableName } from './bench-settings.ts';
import { gatewayRecorder, type GatewayRecorder } from './gateway-recorder.ts';
import { deliver, groupMessages, type GroupTimes, type GroupMessage } from './group-messages.ts';
import { listenToGroups, type GroupTarget } from './group-target.ts';
import { capacityProxy } from './load/capacity-proxy.ts';
import { measuredChild } from './measured-child.ts';
import { benchPairing, type PairingCalls } from './pairing.ts';
import { median, quantile, spread } from './statistics.ts';

/** Messages come in lots that stay within each group's limits. */
const lots = 5;
const commandsInLot = 20;
const atOnce = 4;

/** A webhook must answer within three seconds. */
const promised = { slowestMs: 3_000, ratio: 1.5 };

type Sides<T> = { product: T; bare: T };
type World = { recorder: GatewayRecorder; place: GroupTarget; urls: Sides<string>; doc: DynamoDBDocumentClient };

/**
 * Compares the time from a group message to its event with a server that makes the same calls and does nothing else,
 * measured in turns.
 */
export async function benchWhatsApp(): Promise<boolean> {
  const recorder = await gatewayRecorder();
  const dynamodb = await startDynamodb({ port: 0 });
  const open: (() => unknown)[] = [recorder.close, dynamodb.close];
  try {
    const client = localClient(dynamodb.endpoint);
    await createTable(client, tableName);
    const doc = DynamoDBDocumentClient.from(client);
    const settings = {
      ...benchSettings(dynamodb.endpoint, `${recorder.url}/v3/events`),
      WAHA_URL: `${recorder.url}/whatsapp`,
    };
    const product = await measuredChild('./product-server.ts', settings);
    open.push(product.close);
    recorder.standBefore(product.said['sandboxUrl'] ?? '');
    let inPairing = false;
    const whilePairing = async (calls: PairingCalls): Promise<void> => void (inPairing = await benchPairing(calls));
    const place = await listenToGroups(product.said, doc, { wahaUrl: settings.WAHA_URL, whilePairing });
    const bareSettings = { ...settings, ...bareOf(place) };
    const bare = await measuredChild(await bundled('bare-inbound'), bareSettings);
    open.push(bare.close);
    const urls = { product: `${product.said['appUrl']}${place.path}`, bare: bare.said['url'] ?? '' };
    const world = { recorder, place, urls, doc };

    const inOne = Array.from({ length: lots }, () => groupMessages(place, place.jids.slice(0, 1), commandsInLot));
    const across = Array.from({ length: lots }, (_, lot) =>
      groupMessages(place, place.jids.slice(lot * commandsInLot, (lot + 1) * commandsInLot), commandsInLot),
    );
    const kept = [
      inPairing,
      await compare('in one group', world, inOne),
      await compare('across 100 groups', world, across),
    ];
    await printCapacity('product', './product-server.ts', settings, world);
    await printCapacity('bare', await bundled('bare-inbound'), bareSettings, world);
    return kept.every(Boolean);
  } finally {
    for (const close of open.toReversed()) await close();
  }
}

const bareOf = ({ workspaceId, instanceId, secret }: GroupTarget): Record<string, string> => ({
  BENCH_WORKSPACE: String(workspaceId),
  BENCH_INSTANCE: String(instanceId),
  BENCH_SECRET: secret,
});

/** Resets the groups' rate limits, as if they had been silent for a while. */
async function calmed({ doc, place }: World, lot: readonly GroupMessage[]): Promise<void> {
  for (const jid of new Set(lot.map((one) => one.jid))) {
    const Key = groupTurnsKey(place.instanceId, jid);
    await doc.send(new DeleteCommand({ TableName: tableName, Key }));
  }
}

async function compare(name: string, world: World, all: readonly GroupMessage[][]): Promise<boolean> {
  const { recorder, place, urls } = world;
  const hear = async (side: keyof Sides<unknown>, lot: readonly GroupMessage[]): Promise<GroupTimes> => {
    await calmed(world, lot);
    return deliver(recorder, { url: urls[side], secret: place.secret }, lot, atOnce);
  };
  for (const side of ['bare', 'product'] as const) await hear(side, all[0] ?? []);
  const heard: Sides<GroupTimes>[] = [];
  for (const [turn, lot] of all.entries()) {
    if (turn % 2 === 0) heard.push({ product: await hear('product', lot), bare: await hear('bare', lot) });
    else {
      const bare = await hear('bare', lot);
      heard.push({ bare, product: await hear('product', lot) });
    }
  }
  return print(name, heard);
}

function print(name: string, heard: readonly Sides<GroupTimes>[]): boolean {
  const times = (side: keyof Sides<unknown>, what: keyof GroupTimes): number[] =>
    heard.flatMap((one) => one[side][what]);
  const count = times('product', 'toEvent').length;
  console.log(
    `\n${count + times('product', 'talk').length} messages ${name}, ${count} of them commands, ${atOnce} at once: product, bare, ratio (middle half of ${heard.length} lots)`,
  );
  const row = (label: string, what: keyof GroupTimes, share: number) => {
    const of = (side: keyof Sides<unknown>): number => quantile(times(side, what), share);
    const ratios = heard.map(({ product, bare }) => quantile(product[what], share) / quantile(bare[what], share));
    const ms = (value: number): string => value.toFixed(1).padStart(10);
    console.log(`  ${label.padEnd(26)}${ms(of('product'))}${ms(of('bare'))}   ${spread(ratios)}`);
    return { ms: of('product'), ratio: median(ratios) };
  };
  const usual = row('message to event, p50 ms', 'toEvent', 0.5);
  const slowest = row('message to event, p99 ms', 'toEvent', 0.99);
  row('mere talk, p50 ms', 'talk', 0.5);
  row('mere talk, p99 ms', 'talk', 0.99);
  return slowest.ms < promised.slowestMs && usual.ratio < promised.ratio;
}

async function printCapacity(name: string, script: string, settings: Record<string, string>, world: World) {
  const proxy = await capacityProxy(settings['DYNAMODB_ENDPOINT'] ?? '');
  const child = await measuredChild(script, { ...settings, DYNAMODB_ENDPOINT: proxy.endpoint });
  try {
    const { appUrl } = child.said;
    const { recorder, place } = world;
    const url = appUrl === undefined ? (child.said['url'] ?? '') : `${appUrl}${place.path}`;
    if (appUrl !== undefined) await fetch(`${appUrl}/_local/background/pause`, { method: 'POST', body: '{}' });
    const lot = groupMessages(place, place.jids.slice(0, 1), commandsInLot);
    const line = { url, secret: place.secret };
    const consumed = async (what: string, some: readonly GroupMessage[]): Promise<void> => {
      await calmed(world, lot);
      await deliver(recorder, line, some.slice(0, 1), 1);
      proxy.take();
      const rest = some.slice(1);
      await deliver(recorder, line, rest, 1);
      const { calls, readUnits, writeUnits } = proxy.take();
      const each = (value: number): string => (value / rest.length).toFixed(2);
      console.log(
        `  ${name}, ${what}: ${each(calls)} calls to DynamoDB, ${each(readUnits)} read units, ${each(writeUnits)} write units`,
      );
    };
    console.log('');
    await consumed(
      'a command',
      lot.filter(({ deviceId }) => deviceId !== undefined),
    );
    await consumed(
      'mere talk',
      lot.filter(({ deviceId }) => deviceId === undefined),
    );
  } finally {
    await child.close();
    proxy.close();
  }
}
