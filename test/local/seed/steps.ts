import { cookieJar, type Answered } from '../browser-like.ts';
import type { StackAddresses } from '../local-client.ts';

/** A product to be told a story, with its sandboxes. */
export type Place = StackAddresses & { sandboxUrl: string };

/** Acts at a sandbox, as a script does. */
export async function post(url: string, body: unknown): Promise<Answered> {
  return cookieJar(url).visit(url, { method: 'POST', body, headers: { accept: 'application/json' } });
}

/** The answer, unless it is a no. */
export function ok(answer: Answered): Answered {
  if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer;
}
