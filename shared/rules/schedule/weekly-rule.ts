import * as z from 'zod/mini';

/** ISO days of the week (1 is Monday) and a local time. */
export const weeklyRule = z.object({
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(
    z.minLength(1),
    z.maxLength(7),
    z.refine((days) => new Set(days).size === days.length),
  ),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/), z.meta({ examples: ['07:00'] })),
});

export type WeeklyRule = z.output<typeof weeklyRule>;
