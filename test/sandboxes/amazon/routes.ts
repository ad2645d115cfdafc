import type { SandboxRoute } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { authorize, decide } from './authorize.ts';
import { expire, nextAuthorization, revoke, settings } from './controls.ts';
import { forgetting } from './kept-session.ts';
import { signedOutPage } from './pages.ts';
import { permissions, withdraw } from './permissions.ts';
import { profile, tokenInfo } from './profile.ts';
import type { AmazonStore } from './store.ts';
import { token } from './token.ts';

export function amazonRoutes(deps: { world: SandboxWorld; store: AmazonStore }): readonly SandboxRoute[] {
  return [
    { method: 'GET', path: '/ap/oa', kind: 'page', handle: (call) => authorize(deps, call) },
    { method: 'POST', path: '/ap/signin', kind: 'page', handle: (call) => decide(deps, call) },
    { method: 'GET', path: '/sign-out', kind: 'page', handle: () => forgetting(signedOutPage()) },
    { method: 'GET', path: '/permissions/:person', kind: 'own', handle: (call) => permissions(deps, call) },
    { method: 'POST', path: '/permissions/:person', kind: 'own', handle: (call) => withdraw(deps, call) },
    { method: 'POST', path: '/auth/o2/token', kind: 'api', handle: (call) => token(deps, call) },
    { method: 'GET', path: '/auth/o2/tokeninfo', kind: 'api', handle: (call) => tokenInfo(deps, call) },
    { method: 'GET', path: '/user/profile', kind: 'api', handle: (call) => profile(deps, call) },
    { method: 'POST', path: '/_expire', kind: 'own', handle: (call) => expire(deps, call) },
    { method: 'POST', path: '/_revoke', kind: 'own', handle: (call) => revoke(deps, call) },
    { method: 'POST', path: '/_authorization', kind: 'own', handle: (call) => nextAuthorization(deps, call) },
    { method: 'POST', path: '/_settings', kind: 'own', handle: (call) => settings(deps, call) },
  ];
}
