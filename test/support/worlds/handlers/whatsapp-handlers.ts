import { serve } from '#functions/platform/http/serve.ts';
import { newSession } from '#functions/platform/http/session.ts';
import { whatsappHandlers } from '#functions/whatsapp/handlers.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import { aPlatform, appUrl } from '../a-platform.ts';
import { aContext, anEvent } from '../an-event.ts';
import type { WhatsAppWorld } from '../whatsapp-world.ts';

type Request = Partial<Omit<Parameters<typeof anEvent>[0], 'route'>>;

export async function aWhatsAppApi(world: WhatsAppWorld, userId: string, workspaces: readonly number[]) {
  const platform = aPlatform();
  for (const id of workspaces) platform.owners.set(id, userId);
  const [current] = workspaces;
  if (current !== undefined) platform.current.set(userId, current);
  const { idHash, cookie } = newSession(appUrl);
  const now = platform.now();
  await platform.sessions.add({ idHash, userId, name: userId, now, endsAt: new Date(now.getTime() + 1e9) });
  const door = serve(whatsappContract, whatsappHandlers(world.deps), platform);
  return {
    logged: platform.logged,
    call: async (name: keyof typeof whatsappContract, request: Request & { id?: number | string } = {}) => {
      const { method, path } = whatsappContract[name];
      const { id, ...rest } = request;
      const params = id === undefined ? {} : { params: { id: String(id) } };
      const event = anEvent({ route: `${method} ${path}`, cookies: [cookie.split(';')[0] ?? ''], ...params, ...rest });
      const { statusCode: status, body, headers } = await door(event, aContext());
      const json: unknown = body === undefined || body === '' ? undefined : JSON.parse(body);
      return { status, json, headers };
    },
  };
}
