import { closeAll, homeTarget } from '../home-target.ts';
import { type LoadResults, sendAtFixedRate, refusedText } from './arrivals.ts';
import { mixOf } from './call-mix.ts';

const rates = [25, 50, 100, 150, 200, 300, 400, 600, 800, 1200, 1600];
const seconds = Number(process.env['LOAD_SECONDS'] ?? 8);

/** A rate holds while nearly all calls succeed within a second. */
const keeps = ({ offered, good, p99 }: LoadResults): boolean => good >= 0.97 * offered && p99 <= 1000;

/** The minimum on the slowest of our machines, in calls per second. */
const promised = { webhooks: 50, mixed: 50 };

/** Raises the rate until the product no longer keeps up, first with webhooks alone, then with a mix. */
export async function benchLoad(): Promise<boolean> {
  const open: (() => unknown)[] = [];
  try {
    const { product, place } = await homeTarget(open);
    const webhooks = (at: number) => ({ method: 'POST', url: place.urls[at % place.urls.length] ?? '' });
    const loads = { webhooks, mixed: mixOf(place, product.said['appUrl'] ?? '') };
    let kept = true;
    for (const name of ['webhooks', 'mixed'] as const) {
      console.log(`\n${name}, ${seconds} s at each rate\n${row(head)}`);
      await sendAtFixedRate({ perSecond: 50, seconds: 4, call: loads[name] });
      const most = await climb(loads[name], product);
      console.log(`  kept up to ${most} calls per second`);
      kept = most >= promised[name] && kept;
    }
    return kept;
  } finally {
    await closeAll(open);
  }
}

const head = ['per second', 'answered', 'p50 ms', 'p90 ms', 'p99 ms', 'most ms', 'CPU', 'RSS MB', 'heap MB'];
const row = (cells: readonly string[]): string => cells.map((cell) => cell.padStart(11)).join('');

type Product = Awaited<ReturnType<typeof homeTarget>>['product'];

async function climb(call: Parameters<typeof sendAtFixedRate>[0]['call'], product: Product): Promise<number> {
  let most = 0;
  for (const perSecond of rates) {
    const before = await product.cpuMs();
    const answers = await sendAtFixedRate({ perSecond, seconds, call });
    const share = ((await product.cpuMs()) - before) / (seconds * 1000);
    const { rssMb, heapMb } = await product.memory();
    const { good, p50, p90, p99, max: longest, refused } = answers;
    const figures = [good, p50, p90, p99, longest].map((value) => value.toFixed(value < 10 ? 1 : 0));
    const cells = [String(perSecond), ...figures, `${(share * 100).toFixed(0)} %`, rssMb.toFixed(0), heapMb.toFixed(0)];
    console.log(`${row(cells)}  ${keeps(answers) ? '' : 'saturated'} ${refusedText(refused)}`.trimEnd());
    if (!keeps(answers)) break;
    most = perSecond;
  }
  return most;
}
