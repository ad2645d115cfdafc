import { setTimeout as pause } from 'node:timers/promises';

import { cookieJar, type Answered } from '../browser-like.ts';
import type { StackAddresses } from '../local-client.ts';

const patience = 60_000;

export type Place = StackAddresses & { sandboxUrl: string };

export async function post(url: string, body: unknown): Promise<Answered> {
  return cookieJar(url).visit(url, { method: 'POST', body, headers: { accept: 'application/json' } });
}

export function ok(answer: Answered): Answered {
  if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer;
}

export async function until(words: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`This did not happen within ${patience / 1000} s: ${words}`);
    await pause(50);
  }
}
