import * as z from 'zod/mini';

import { webhookReply } from '#shared/contracts/webhook.ts';

import type { Answered } from '../../local/browser-like.ts';

type Sent = { method?: string; headers?: Record<string, string>; body?: string };

export async function fire(address: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answered> {
  const response = await fetch(address, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const json = (): unknown => JSON.parse(text);
  return { status: response.status, headers: response.headers, url: response.url, text, json };
}

export function runIn(answer: Answered): z.output<typeof webhookReply> & { status: number } {
  return { status: answer.status, ...z.parse(webhookReply, answer.json()) };
}
