import { closeAll, homeTarget } from '../home-target.ts';
import type { Memory } from '../measured-child.ts';
import { median } from '../statistics.ts';
import { sendAtFixedRate, refusedText } from './arrivals.ts';
import { mixOf } from './call-mix.ts';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 10);
const perSecond = Number(process.env['SOAK_RATE'] ?? 40);
const stepSeconds = 15;

/** Allowed growth between the two halves, in megabytes. This is noise. */
const growthAllowed = 4;

/** Measures the heap every 15 s after garbage collection. The first minute fills caches and does not count. */
export async function benchSoak(): Promise<boolean> {
  const open: (() => unknown)[] = [];
  try {
    const { product, place } = await homeTarget(open);
    const call = mixOf(place, product.said['appUrl'] ?? '');
    const samples: Memory[] = [];
    let refusals = 0;
    console.log(['minute', 'answered', 'p50 ms', 'p99 ms', 'RSS MB', 'heap MB'].map(cell).join(''));
    for (let step = 1; step * stepSeconds <= minutes * 60; step += 1) {
      const { good, p50, p99, refused } = await sendAtFixedRate({ perSecond, seconds: stepSeconds, call });
      const memory = await product.memory();
      samples.push(memory);
      refusals += Array.from(refused.values()).reduce((sum, count) => sum + count, 0);
      const figures = [(step * stepSeconds) / 60, good, p50, p99, memory.rssMb, memory.heapMb];
      console.log(`${figures.map((value) => cell(value.toFixed(1))).join('')}  ${refusedText(refused)}`.trimEnd());
    }
    const warm = samples.slice(Math.ceil(60 / stepSeconds));
    const half = Math.floor(warm.length / 2);
    const heapOf = (some: readonly Memory[]): number => median(some.map(({ heapMb }) => heapMb));
    const growth = heapOf(warm.slice(half)) - heapOf(warm.slice(0, half));
    console.log(
      `\n  heap, second half less first: ${growth.toFixed(2)} MB (at most ${growthAllowed}); refused: ${refusals}`,
    );
    return growth <= growthAllowed && refusals === 0;
  } finally {
    await closeAll(open);
  }
}

const cell = (text: string): string => text.padStart(10);
