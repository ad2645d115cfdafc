import { setTimeout as pause } from 'node:timers/promises';

import * as z from 'zod/mini';

import type { Answered } from './local/browser-like.ts';

const patience = 60_000;

export async function step<T>(words: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${`${(performance.now() - start).toFixed(0)} ms`.padStart(9)}  ${words}`);
  return result;
}

export async function until(words: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`This did not happen within ${patience / 1000} s: ${words}`);
    await pause(30);
  }
}

/** Throws on a refusal. */
export function parsedReply<S extends z.ZodMiniType>(schema: S, answer: Answered): z.output<S> {
  if (answer.status >= 400)
    throw new Error(`${new URL(answer.url).pathname} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return z.parse(schema, answer.text === '' ? undefined : answer.json());
}
