import type { SandboxCall } from './kit.ts';
import type { Misbehaviour } from './misbehaviour.ts';

/** Nothing is hidden, because the secrets here are invented. */
type Heard = {
  time: string;
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  /** The user of the call's token or code. */
  person?: string;
  /** `cut` means that the connection was dropped, null that the response is pending. */
  status: number | 'cut' | null;
  durationMs: number | null;
  misbehaved?: Misbehaviour;
};

const KEPT = 1000;

/** The last thousand calls that a sandbox received, newest last. */
export function heardLog(now: () => Date) {
  let calls: Heard[] = [];
  return {
    newestFirst: () => calls.toReversed(),
    forget: () => void (calls = []),
    /** Call the returned function once, with the response status. */
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
