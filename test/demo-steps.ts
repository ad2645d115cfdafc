import { setTimeout as pause } from 'node:timers/promises';

import * as z from 'zod/mini';

import type { Answered } from './local/browser-like.ts';

const waitMs = 30;
/** A minute at least. Counted, so that a busy machine has as many tries as a fast one. */
const maxTries = 2000;

export async function step<T>(words: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${`${(performance.now() - start).toFixed(0)} ms`.padStart(9)}  ${words}`);
  return result;
}

export async function until(words: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; !(await isSo()); tries += 1) {
    if (tries === maxTries) throw new Error(`This did not happen in ${maxTries} tries: ${words}`);
    await pause(waitMs);
  }
}

/** Throws on a refusal. */
export function parsedReply<S extends z.ZodMiniType>(schema: S, answer: Answered): z.output<S> {
  if (answer.status >= 400)
    throw new Error(`${new URL(answer.url).pathname} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return z.parse(schema, answer.text === '' ? undefined : answer.json());
}
