import type { SandboxCall } from './kit.ts';
import type { Misbehaviour } from './misbehaviour.ts';

/** One received call, as `GET /<name>/_heard` shows it. Nothing is hidden: the secrets here are made up. */
type Heard = {
  time: string;
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  /** `cut` when the connection was dropped, null while the call is still being answered. */
  status: number | 'cut' | null;
  durationMs: number | null;
  misbehaved?: Misbehaviour;
};

const KEPT = 1000;

/** The list of what one sandbox received, newest last, cut at a thousand. */
export function heardLog(now: () => Date) {
  let calls: Heard[] = [];
  return {
    newestFirst: () => calls.toReversed(),
    forget: () => void (calls = []),
    /** Notes the arrival; call the result once with what was answered. */
    note(call: SandboxCall) {
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
