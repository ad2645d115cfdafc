import type * as z from 'zod/mini';

import { json, type SandboxCall, type Reply } from './kit.ts';

export function reading<T>(schema: z.ZodMiniType<T>, call: SandboxCall, act: (asked: T) => Reply | Promise<Reply>) {
  const asked = schema.safeParse(call.body ?? {});
  if (asked.success) return act(asked.data);
  return json(400, { error: asked.error.issues.map((one) => `${one.path.join('.')}: ${one.code}`).join('; ') });
}
