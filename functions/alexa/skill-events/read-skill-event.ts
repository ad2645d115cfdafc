import * as z from 'zod/mini';

const names = {
  'AlexaSkillEvent.SkillEnabled': 'enabled',
  'AlexaSkillEvent.SkillAccountLinked': 'enabled',
  'AlexaSkillEvent.SkillDisabled': 'disabled',
} as const;

const message = z.object({
  context: z.object({ System: z.object({ user: z.object({ userId: z.string().check(z.minLength(1)) }) }) }),
  request: z.object({
    type: z.string(),
    eventCreationTime: z.catch(z.optional(z.iso.datetime({ offset: true })), undefined),
    timestamp: z.catch(z.optional(z.iso.datetime({ offset: true })), undefined),
    body: z.catch(z.optional(z.object({ accessToken: z.optional(z.string().check(z.minLength(1))) })), undefined),
  }),
});

/** Alexa creates a new `userId` each time the skill is enabled. `at` is undefined if it cannot be read. */
export type SkillEvent =
  | { kind: 'enabled'; userId: string; token: string | undefined }
  | { kind: 'disabled'; userId: string; at: Date | undefined }
  | { kind: 'other' | 'malformed' };

/** https://developer.amazon.com/docs/smapi/skill-events-in-alexa-skills.html */
export function readSkillEvent(event: unknown): SkillEvent {
  const parsed = message.safeParse(event);
  if (!parsed.success) return { kind: 'malformed' };
  const { context, request } = parsed.data;
  const { userId } = context.System.user;
  const kind = Object.entries(names).find(([name]) => name === request.type)?.[1];
  if (kind === undefined) return { kind: 'other' };
  if (kind === 'enabled') return { kind, userId, token: request.body?.accessToken };
  const at = request.eventCreationTime ?? request.timestamp;
  return { kind, userId, at: at === undefined ? undefined : new Date(at) };
}
