import { html } from '../kit-html.ts';
import type { Sandbox } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { failAsOrdered } from './errors.ts';
import { amazonRoutes } from './routes.ts';
import type { AmazonStore } from './store.ts';

export function amazonSandbox(world: SandboxWorld, store: AmazonStore): Sandbox {
  return {
    name: 'amazon',
    title: 'Login with Amazon',
    imitates: [
      'Sign-in with people to click on, consent the first time, cancel, state and PKCE; login_hint=ana skips the pages.',
      html`"Keep me signed in" makes the next sign-in of this browser go straight through, until
        <a href="/amazon/sign-out">signing out</a>.`,
      'Tokens for two clients that cannot swap them: the web security profile and Alexa Skill Messaging. Codes work once and for five minutes, access tokens for an hour, a replaced refresh token for ten more minutes.',
      'Profile and tokeninfo, and every documented refusal.',
      'POST /amazon/_expire {person?, client?: "web" | "skill"} ends access tokens; POST /amazon/_revoke {person, client?, keepAccess?} withdraws grants.',
    ],
    leavesOut: [
      'Passwords',
      'The implicit and device flows',
      'Postal codes',
      'Consent on login_hint: it is given silently',
    ],
    routes: amazonRoutes({ world, store }),
    fail: failAsOrdered,
    store,
  };
}
