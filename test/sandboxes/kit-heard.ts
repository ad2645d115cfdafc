import type { SandboxCall } from './kit.ts';
import type { Misbehaviour } from './misbehaviour.ts';

/** Nothing is hidden: the secrets here are made up. */
type Heard = {
  time: string;
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  /** Whose token or code the call carried. */
  person?: string;
  /** `cut`: the connection was dropped; null: not answered yet. */
  status: number | 'cut' | null;
  durationMs: number | null;
  misbehaved?: Misbehaviour;
};

const KEPT = 1000;

/** What one sandbox received, newest last, at most a thousand. */
export function heardLog(now: () => Date) {
  let calls: Heard[] = [];
  return {
    newestFirst: () => calls.toReversed(),
    forget: () => void (calls = []),
    /** Call the result once with the answer's status. */
    note(call: SandboxCall, person: string | undefined) {
      const started = performance.now();
      const heard: Heard = {
        time: now().toISOString(),
        method: call.method,
        path: call.fullPath,
        query: Object.fromEntries(call.query),
        headers: call.headers,
        body: call.body ?? (call.raw === '' ? null : call.raw),
        status: null,
        durationMs: null,
        ...(person !== undefined && { person }),
      };
      calls.push(heard);
      if (calls.length > KEPT * 1.2) calls = calls.slice(-KEPT);
      return (status: Heard['status'], misbehaved: Misbehaviour | undefined) => {
        heard.status = status;
        heard.durationMs = Math.round((performance.now() - started) * 10) / 10;
        if (misbehaved) heard.misbehaved = misbehaved;
      };
    },
  };
}
