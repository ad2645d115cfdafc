import * as z from 'zod/mini';

import type { SandboxCall, Reply, SandboxRoute, Sandbox } from './kit.ts';
import type { Misbehaviour } from './misbehaviour.ts';

const common = {
  next: z.optional(z.int().check(z.minimum(0))),
  status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
  code: z.optional(z.string()),
  delayMs: z.optional(z.int().check(z.minimum(0), z.maximum(120_000))),
  cut: z.optional(z.union([z.literal(true), z.literal('before'), z.literal('after')])),
  body: z.optional(z.string()),
  match: z.optional(z.string()),
  matchBody: z.optional(z.string()),
  person: z.optional(z.string()),
};

/** Pending misbehaviours, oldest first. `next: 0` clears all of them, or those of one user. */
export function misbehaviours(ownFields: Record<string, z.ZodMiniType>) {
  const optional = Object.entries(ownFields).map(([name, schema]) => [name, z.optional(schema)] as const);
  const known = z.strictObject({ ...common, ...Object.fromEntries(optional) });
  const parse = z.object(common);
  let waiting: Misbehaviour[] = [];
  return {
    forget: () => void (waiting = []),
    list: () => waiting,
    /** Returns an error message for an invalid order. */
    order(body: unknown): string | undefined {
      const checked = known.safeParse(body ?? {});
      if (!checked.success) return checked.error.issues.map(explain).join('; ');
      const own = Object.fromEntries(Object.entries(checked.data).filter(([name]) => name in ownFields));
      const wanted = parse.parse(body ?? {});
      if (wanted.next === 0) waiting = waiting.filter((one) => (wanted.person ?? one.person) !== one.person);
      else waiting.push({ ...wanted, next: wanted.next ?? 1, own });
      return undefined;
    },
    /** Returns the misbehaviour for this call and counts it down. */
    take(call: SandboxCall, person: string | undefined): Misbehaviour | undefined {
      const found = waiting.find(
        (one) =>
          `${call.method} ${call.fullPath}`.includes(one.match ?? '') &&
          call.raw.includes(one.matchBody ?? '') &&
          (one.person ?? person) === person,
      );
      if (!found) return undefined;
      found.next -= 1;
      waiting = waiting.filter((one) => one.next > 0);
      return found;
    },
  };
}

function explain(issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys'
    ? `unknown: ${issue.keys.join(', ')}`
    : `${issue.path.join('.')} is not valid (${issue.code})`;
}

/** Rejects if the sandboxes are closed. */
export type Pause = (ms: number) => Promise<void>;

/** Only a delay and `cut: 'after'` let the call take effect in the sandbox. */
export async function answer(
  sandbox: Sandbox,
  route: SandboxRoute,
  call: SandboxCall,
  pause: Pause,
): Promise<Reply | 'cut'> {
  const wanted = call.misbehaviour;
  if (!wanted) return route.handle(call);
  const { status, code, body, cut } = wanted;
  const refused = status !== undefined || code !== undefined || body !== undefined;
  const dropped = cut === true || cut === 'before';
  const fail = route.fail ?? sandbox.fail;
  const reply = dropped || (refused && cut !== 'after') ? refusal(fail, wanted) : await route.handle(call);
  if (wanted.delayMs) await pause(wanted.delayMs);
  if (cut === undefined) return reply;
  reply.afterwards?.();
  return 'cut';
}

function refusal(fail: Sandbox['fail'], { status, code, body }: Misbehaviour): Reply {
  if (body === undefined) return fail({ status, code });
  const type = body.trimStart().startsWith('<') ? 'text/html; charset=utf-8' : 'application/json';
  return { status: status ?? 200, headers: { 'content-type': type }, body };
}
