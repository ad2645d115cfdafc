import type { Handlers } from '#functions/platform/http/serve.ts';
import { endedSessionCookie } from '#functions/platform/http/session.ts';
import type { sessionsContract } from '#shared/contracts/sessions.ts';

import { endSession, endSessions, type EndSessionsDeps } from './end-sessions.ts';
import { listSessions } from './list-sessions.ts';

type Deps = EndSessionsDeps & { appUrl: string };

export function sessionsHandlers(deps: Deps): Handlers<typeof sessionsContract> {
  return {
    listSessions: (_, caller) => listSessions(deps, caller),

    endSession: async ({ params, setCookie }, caller) => {
      if (await endSession(deps, caller, params.id)) setCookie(endedSessionCookie(deps.appUrl));
    },

    endSessions: async ({ query: { which }, setCookie }, caller) => {
      await endSessions(deps, caller, which);
      if (which === 'all') setCookie(endedSessionCookie(deps.appUrl));
    },
  };
}
