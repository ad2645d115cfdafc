import { Agent, request } from 'node:http';

import { quantile } from '../statistics.ts';

export type Load = { urls: readonly string[]; requests: number; concurrency: number };
export type LoadMeasurement = { perSecond: number; cpuMs: number; p50: number; p99: number };

/** Sends `requests` POSTs, `concurrency` at a time. Throws for an answer other than 200. */
export async function measureUnderLoad(
  { urls, requests, concurrency }: Load,
  cpuMs: () => Promise<number>,
): Promise<LoadMeasurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const times: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < requests) {
      const url = urls[next % urls.length] ?? '';
      next += 1;
      const began = performance.now();
      await post(agent, url);
      times.push(performance.now() - began);
    }
  };
  const cpuBefore = await cpuMs();
  const began = performance.now();
  await Promise.all(Array.from({ length: concurrency }, client));
  const seconds = (performance.now() - began) / 1000;
  const cpu = (await cpuMs()) - cpuBefore;
  agent.destroy();
  return {
    perSecond: requests / seconds,
    cpuMs: cpu / requests,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

function post(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url.split('?')[0]} answered ${answer.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
