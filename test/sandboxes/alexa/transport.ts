import { isRecord } from '../kit.ts';
import type { Skill } from './directive.ts';

/** Posts the event as JSON to a Lambda invoke address. With `mayBeAbsent`, a missing function is not a failure. */
export function skillAt(address: () => string | undefined, { mayBeAbsent = false } = {}): Skill {
  return async (directive, signal) => {
    const url = address();
    if (url === undefined && mayBeAbsent) return undefined;
    if (url === undefined) throw new Error('the address of the skill is not known yet');
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(directive),
      signal,
    }).catch((cause: unknown) => {
      throw new Error(signal.aborted ? 'no answer within 8 seconds' : `the skill at ${url} could not be reached`, {
        cause,
      });
    });
    const text = await response.text();
    if (response.status === 404 && mayBeAbsent) return undefined;
    if (!response.ok) throw new Error(`the skill answered ${response.status}: ${text.slice(0, 200)}`);
    const reply: unknown = JSON.parse(text);
    const failed = response.headers.get('x-amz-function-error');
    if (failed !== null)
      throw new Error(`the skill failed: ${isRecord(reply) ? String(reply['errorMessage']) : failed}`);
    return reply;
  };
}
