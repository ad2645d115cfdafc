import type { SandboxRoute } from '../kit.ts';
import type { Deps } from './directive.ts';
import { enablementRoutes } from './enablement/api.ts';
import { enablementControls } from './enablement/controls.ts';
import { receive } from './gateway.ts';
import { homeRoutes } from './home-routes.ts';

export function alexaRoutes(deps: Deps): readonly SandboxRoute[] {
  return [
    { method: 'POST', path: '/v3/events', kind: 'api', handle: (call) => receive(deps, call, 'NA') },
    { method: 'POST', path: '/eu/v3/events', kind: 'api', handle: (call) => receive(deps, call, 'EU') },
    { method: 'POST', path: '/fe/v3/events', kind: 'api', handle: (call) => receive(deps, call, 'FE') },
    ...enablementRoutes(deps),
    ...enablementControls(deps),
    ...homeRoutes(deps),
  ];
}
