import * as z from 'zod/mini';

import { contract } from './endpoint.ts';

export const healthContract = contract({
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'anyone',
    reply: z.object({ status: z.literal('ok') }),
    summary: 'Health check',
  },
});
