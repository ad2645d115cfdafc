import { receiptIdOf } from '#functions/data/items/trigger-item.ts';

import { cookieJar } from '../local/browser-like.ts';
import { stackControls } from '../local/local-client.ts';
import { sandboxClient } from '../sandboxes/sandbox-client.ts';
import { capacityProxy, type Consumed } from './load/capacity-proxy.ts';
import { measuredChild, type MeasuredChild } from './measured-child.ts';
import type { WebhookTarget } from './webhook-target.ts';

const runs = 20;

/** Calls, read units and write units per step of one execution. `docs/performance.md` and `docs/decisions` quote them. */
const expectedUnits = {
  'without confirmation': { 'the run': [2, 3, 1], 'the worker': [2, 1, 2] },
  'with a receipt': {
    'the run': [3, 3, 3],
    'the worker': [3, 2, 2],
    'the skill': [3, 2, 1],
    'the worker again': [10, 3, 8],
  },
} as const;

/** The worker consumes this in addition for each batch of runs, regardless of its size. */
const perBatch = 0.2;

/** Measures what one execution consumes in each step. The worker runs after the run and again after the receipt. */
export async function printReceiptCapacity(
  settings: Record<string, string>,
  place: WebhookTarget,
  outside: MeasuredChild,
): Promise<boolean> {
  const proxy = await capacityProxy(settings['DYNAMODB_ENDPOINT'] ?? '');
  const product = await measuredChild('./product-server.ts', { ...settings, DYNAMODB_ENDPOINT: proxy.endpoint });
  try {
    const { appUrl = '', sandboxUrl = '' } = product.said;
    const { drain, pauseWorker } = stackControls({ appUrl });
    const home = async (action: string, body: object): Promise<void> => {
      const { status, text } = await sandboxClient(sandboxUrl).json(`/alexa/home/ana/${action}`, body);
      if (status !== 200) throw new Error(`${action} at home: ${text}`);
    };
    const urls = place.pathsAt(appUrl).slice(0, runs);
    const ids = place.triggerIds.slice(0, runs);
    const fire = async (): Promise<void> => {
      for (const url of urls) await (await fetch(url, { method: 'POST' })).text();
    };
    const answer = async (): Promise<void> => {
      for (const id of ids) {
        await home('directive', { namespace: 'Alexa.SceneController', name: 'Activate', endpointId: receiptIdOf(id) });
      }
    };
    const consumed = async (work: () => Promise<void>): Promise<Consumed> => {
      proxy.take();
      await work();
      return proxy.take();
    };
    outside.tell({ sandboxTokenUrl: `${sandboxUrl}/amazon/auth/o2/token` });
    await pauseWorker();
    await home('enable', {});
    await fire();
    await drain();
    const plain = { 'the run': await consumed(fire), 'the worker': await consumed(drain) };
    const isPlainAsExpected = printAndCheck('without confirmation', plain);

    await confirm(appUrl, ids);
    await drain();
    await fire();
    await answer();
    await drain();
    const confirmed = {
      'the run': await consumed(fire),
      'the worker': await consumed(drain),
      'the skill': await consumed(answer),
      'the worker again': await consumed(drain),
    };
    const isConfirmedAsExpected = printAndCheck('with a receipt', confirmed);
    print('what a receipt costs', { more: less(sum(Object.values(confirmed)), sum(Object.values(plain))) });
    return isPlainAsExpected && isConfirmedAsExpected;
  } finally {
    await product.close();
    proxy.close();
  }
}

/**
 * Prints the steps and returns whether they consumed what is expected. Steps of the worker may consume the overhead of
 * their batches in addition.
 */
function printAndCheck<Name extends keyof typeof expectedUnits>(
  name: Name,
  steps: Readonly<Record<keyof (typeof expectedUnits)[Name], Consumed>>,
): boolean {
  print(name, steps);
  const expected: Readonly<Record<string, readonly [number, number, number]>> = expectedUnits[name];
  const measured: Readonly<Record<string, Consumed>> = steps;
  return Object.entries(expected).every(([step, [calls, readUnits, writeUnits]]) => {
    const more = measured[step] && less(measured[step], times({ calls, readUnits, writeUnits }, runs));
    const most = step.startsWith('the worker') ? perBatch * runs : 0;
    const isAsExpected = more !== undefined && Object.values(more).every((units) => units >= 0 && units <= most);
    if (!isAsExpected) console.log(`  ${name}, ${step}: promised are ${calls}, ${readUnits} and ${writeUnits}`);
    return isAsExpected;
  });
}

async function confirm(appUrl: string, ids: readonly string[]): Promise<void> {
  const browser = cookieJar(appUrl);
  await browser.signIn('google', 'ana');
  for (const id of ids) {
    const { status, text } = await browser.send('PATCH', `/api/triggers/${id}`, { receipt: true });
    if (status !== 200) throw new Error(`Confirmation could not be switched on: ${text}`);
  }
}

const sum = (all: readonly Consumed[]): Consumed => ({
  calls: all.reduce((total, { calls }) => total + calls, 0),
  readUnits: all.reduce((total, { readUnits }) => total + readUnits, 0),
  writeUnits: all.reduce((total, { writeUnits }) => total + writeUnits, 0),
});

const times = ({ calls, readUnits, writeUnits }: Consumed, count: number): Consumed => ({
  calls: calls * count,
  readUnits: readUnits * count,
  writeUnits: writeUnits * count,
});

const less = (one: Consumed, other: Consumed): Consumed => ({
  calls: one.calls - other.calls,
  readUnits: one.readUnits - other.readUnits,
  writeUnits: one.writeUnits - other.writeUnits,
});

function print(name: string, steps: Readonly<Record<string, Consumed>>): void {
  const each = (value: number): string => (value / runs).toFixed(2);
  for (const [step, { calls, readUnits, writeUnits }] of Object.entries(steps)) {
    console.log(
      `  ${name}, ${step}: ${each(calls)} calls to DynamoDB, ${each(readUnits)} read units, ${each(writeUnits)} write units`,
    );
  }
}
