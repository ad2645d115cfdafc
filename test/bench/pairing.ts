import { pollEvery } from '#web/pages/whatsapp/pairing/pairing-times.ts';

import { median, quantile, spread } from './statistics.ts';

export type PairingCalls = Record<
  'logged' | 'qrcode',
  {
    /** The call of the page while a user pairs a number. */
    whole: () => Promise<unknown>;
    /** A signed-in read of the number, and the same calls to the gateway. */
    parts: () => Promise<unknown>;
  }
>;

const lots = 5;
const callsInLot = 20;

/** Maximum share of the time between two polls of the page. */
const promised = { share: 0.2 };

type Times = Record<'whole' | 'parts', number[]>;

export async function benchPairing(calls: PairingCalls): Promise<boolean> {
  console.log(
    `\n${lots * callsInLot} calls of each kind while a number is paired: the call, its parts, ratio (middle half of ${lots} lots), share of ${pollEvery / 1000} s`,
  );
  let kept = true;
  for (const [name, sides] of Object.entries(calls)) {
    for (const side of [sides.parts, sides.whole]) await timed(side);
    const heard: Times[] = [];
    for (let turn = 0; turn < lots; turn += 1) {
      if (turn % 2 === 0) heard.push({ whole: await timed(sides.whole), parts: await timed(sides.parts) });
      else {
        const parts = await timed(sides.parts);
        heard.push({ parts, whole: await timed(sides.whole) });
      }
    }
    row(`${name}, p50 ms`, heard, 0.5);
    kept = row(`${name}, p99 ms`, heard, 0.99) < promised.share * pollEvery && kept;
  }
  return kept;
}

async function timed(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < callsInLot; count += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times;
}

function row(label: string, heard: readonly Times[], share: number): number {
  const of = (side: keyof Times): number =>
    quantile(
      heard.flatMap((one) => one[side]),
      share,
    );
  // One slow call decides the slowest of twenty, so the ratio of medians varies less between machines.
  const ratios = heard.map(({ whole, parts }) => median(whole) / median(parts));
  const ms = (value: number): string => value.toFixed(1).padStart(10);
  const ratio = share === 0.5 ? spread(ratios) : (of('whole') / of('parts')).toFixed(2);
  const percent = `${((of('whole') / pollEvery) * 100).toFixed(1)} %`;
  console.log(`  ${label.padEnd(26)}${ms(of('whole'))}${ms(of('parts'))}   ${ratio.padEnd(24)}${percent}`);
  return of('whole');
}
