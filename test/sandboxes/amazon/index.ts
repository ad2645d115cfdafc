import { html } from '../kit-html.ts';
import { field, type Sandbox } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { failAsOrdered } from './errors.ts';
import { amazonRoutes } from './routes.ts';
import type { AmazonStore } from './store.ts';

export function amazonSandbox(world: SandboxWorld, store: AmazonStore): Sandbox {
  return {
    name: 'amazon',
    title: 'Login with Amazon',
    imitates: [
      'Sign-in with people to click on, consent per client and scope the first time, cancel, another account, state and PKCE; login_hint=ana skips the pages.',
      html`"Keep me signed in" makes the next sign-in of this browser go straight through, until
        <a href="/amazon/sign-out">signing out</a>.`,
      'At /amazon/permissions/ana a person withdraws what they allowed, as on the page "Login with Amazon" of their account.',
      'Two clients with return addresses and scopes of their own, which cannot swap tokens: the web security profile (profile) and the skill (alexa::skills:account_linking on the page, event tokens by AcceptGrant). Codes work once and for five minutes, access tokens for an hour, a replaced refresh token for ten more minutes.',
      'Profile and tokeninfo, and every documented refusal.',
      'POST /amazon/_expire {person?, client?: "web" | "skill"} ends access tokens; POST /amazon/_revoke {person, client?, keepAccess?} withdraws grants and consents; POST /amazon/_settings {skillMayAskProfile} lets the skill ask for the profile too.',
    ],
    leavesOut: [
      'Passwords',
      'The implicit and device flows',
      'Postal codes',
      'Consent on login_hint: it is given silently',
    ],
    routes: amazonRoutes({ world, store }),
    fail: failAsOrdered,
    personOf: (call) => {
      const [, bearer] = /^bearer (.+)$/i.exec(call.headers['authorization'] ?? '') ?? [];
      const text = field(call, 'code') ?? field(call, 'refresh_token') ?? call.query.get('access_token') ?? bearer;
      return text === undefined ? undefined : store.personOf(text);
    },
    store,
  };
}
