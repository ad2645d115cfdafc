import * as z from 'zod/mini';

import { browsers, systems } from '#shared/rules/device.ts';

export const device = z.object({ browser: z.optional(z.enum(browsers)), system: z.optional(z.enum(systems)) });
