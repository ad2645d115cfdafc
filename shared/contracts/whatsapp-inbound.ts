import * as z from 'zod/mini';

import { contract } from './endpoint.ts';

/** The gateway writes this response to its log. */
const outcome = z.object({ outcome: z.string() });

export const whatsappInboundContract = contract({
  receiveWhatsAppEvent: {
    method: 'POST',
    path: '/prod/whatsapp/{shard}/{lineKey}',
    access: 'key',
    params: z.object({ shard: z.string(), lineKey: z.string() }),
    reply: 'raw',
    answers: { 200: outcome, 401: outcome, 413: outcome, 500: outcome, 503: outcome },
    summary: 'Webhook of the WhatsApp gateways; signed',
  },
});
