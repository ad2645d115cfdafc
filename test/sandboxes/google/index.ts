import type { Sandbox } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { wrongTokenSchema } from './entities.ts';
import { googleRoutes } from './routes.ts';
import { googleStore } from './store.ts';
import { refuse } from './token.ts';

export function googleSandbox(world: SandboxWorld): Sandbox {
  const store = googleStore(world);
  return {
    name: 'google',
    title: 'Google sign-in',
    imitates: [
      'OpenID Connect: discovery, keys, sign-in with people to click on, cancel, state, nonce and PKCE; login_hint=ana skips the page.',
      'ID tokens signed with RS256; the client authenticates by form fields or HTTP basic.',
      'Wrong ID tokens on demand: POST /google/_misbehave {"idToken": {iss, aud, nonce, exp, ..., alg: "none" | "HS256", key: "unknown" | "forged"}, "match": "/token"}; null removes a claim.',
    ],
    leavesOut: ['Passwords and consent', 'Refresh tokens, userinfo and all other Google services'],
    routes: googleRoutes({ world, store }),
    ownMisbehaviours: { idToken: wrongTokenSchema },
    fail: ({ status = 500, code }) =>
      refuse(status, code ?? (status >= 500 ? 'internal_failure' : 'invalid_grant'), 'Bad Request'),
    store,
  };
}
