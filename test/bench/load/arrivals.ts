import { Agent, request } from 'node:http';

import { quantile } from '../statistics.ts';

export type LoadCall = { method: string; url: string; headers?: Readonly<Record<string, string>>; body?: string };

export type Arrivals = {
  /** Calls per second, independent of how fast the server answers. */
  perSecond: number;
  seconds: number;
  call: (at: number) => LoadCall;
};

/** Times are in milliseconds from when a call was due. */
export type LoadResults = {
  offered: number;
  /** 2xx answers per second. */
  good: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
  /** Answers other than 2xx, by status; 0 means no answer. */
  refused: ReadonlyMap<number, number>;
};

const timeoutMs = 10_000;

/**
 * Sends calls at a fixed rate. Times count from when a call was due, so that a stalled server is visible
 * (https://www.scylladb.com/2021/04/22/on-coordinated-omission/).
 */
export async function sendAtFixedRate({ perSecond, seconds, call }: Arrivals): Promise<LoadResults> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const total = Math.round(perSecond * seconds);
  const times: number[] = [];
  const refused = new Map<number, number>();
  let good = 0;
  const began = performance.now();
  const dueAt = (at: number): number => began + (at * 1000) / perSecond;
  const sendOne = async (at: number): Promise<void> => {
    const status = await statusOf(agent, call(at));
    times.push(performance.now() - dueAt(at));
    if (status >= 200 && status < 300) good += 1;
    else refused.set(status, (refused.get(status) ?? 0) + 1);
  };
  const sent: Promise<void>[] = [];
  while (sent.length < total) {
    while (sent.length < total && dueAt(sent.length) <= performance.now()) sent.push(sendOne(sent.length));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(sent);
  const took = (performance.now() - began) / 1000;
  agent.destroy();
  const at = (share: number): number => quantile(times, share);
  return { offered: perSecond, good: good / took, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1), refused };
}

function statusOf(agent: Agent, { method, url, headers = {}, body }: LoadCall): Promise<number> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(url, { method, agent, headers, signal }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

/** Returns text such as `2 x 503, 1 x none`, which is empty if every answer was 2xx. */
export const refusedText = (refused: ReadonlyMap<number, number>): string =>
  Array.from(refused, ([status, count]) => `${count} x ${status === 0 ? 'none' : status}`).join(', ');
