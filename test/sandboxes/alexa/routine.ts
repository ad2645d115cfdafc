import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

/** The Alexa app limits waits in a routine to four hours. */
const MAX_WAIT_SECONDS = 14_400;
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/** `scene` is the id or the name of a device. */
export const actionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wait'), seconds: z.coerce.number().check(z.positive(), z.maximum(MAX_WAIT_SECONDS)) }),
  z.object({ kind: z.literal('say'), text: words }),
  z.object({ kind: z.literal('scene'), scene: words }),
  z.object({ kind: z.literal('play'), what: words }),
]);
export type Action = z.output<typeof actionSchema>;

/** Started by the event of `deviceId`. A routine remains after its device is gone, but no longer works. */
export const routineSchema = z.pipe(
  z.transform(withActions),
  z.object({ id: z.string(), deviceId: z.string(), friendlyName: z.string(), actions: z.array(actionSchema) }),
);
export type Routine = z.output<typeof routineSchema>;

const older = z.looseObject({ says: z.string(), scenes: z._default(z.array(z.string()), []) });

/** A file from before routines had actions contains `says` and `scenes`. */
function withActions(routine: unknown): unknown {
  const { data } = older.safeParse(routine);
  return data && !('actions' in data) ? { ...data, actions: plainActions(data.says, data.scenes) } : routine;
}

export const plainActions = (says: string, scenes: readonly string[]): Action[] => [
  { kind: 'say', text: says },
  ...scenes.map((scene): Action => ({ kind: 'scene', scene })),
];

export const aRoutine = (deviceId: string, friendlyName: string, actions: Action[]): Routine => ({
  id: randomUUID(),
  deviceId,
  friendlyName,
  actions,
});

/** Alexa starts music after everything else. */
export function whyNotActions(actions: readonly Action[]): string | undefined {
  const early = actions.slice(0, -1).find((one) => one.kind === 'play');
  return early && `Music comes last in a routine: remove "${wordsOf(early)}" first.`;
}

export function wordsOf(action: Action, nameOf: (scene: string) => string = (scene) => scene): string {
  if (action.kind === 'wait') return `wait ${action.seconds} s`;
  if (action.kind === 'say') return `say "${action.text}"`;
  return action.kind === 'scene' ? `start ${nameOf(action.scene)}` : `play ${action.what}`;
}

/** The first spoken text, or the actions. */
export const titleOf = ({ actions }: Routine): string =>
  actions.find((one) => one.kind === 'say')?.text ?? (actions.map((one) => wordsOf(one)).join(', ') || 'nothing to do');
