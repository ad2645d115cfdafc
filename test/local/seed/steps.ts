import { cookieJar, type Answered } from '../browser-like.ts';
import type { StackAddresses } from '../local-client.ts';

export type Place = StackAddresses & { sandboxUrl: string };

export async function post(url: string, body: unknown): Promise<Answered> {
  return cookieJar(url).visit(url, { method: 'POST', body, headers: { accept: 'application/json' } });
}

export function ok(answer: Answered): Answered {
  if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer;
}
