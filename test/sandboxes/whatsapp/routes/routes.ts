import type { SandboxRoute } from '../../kit.ts';
import type { Api } from '../api.ts';
import * as controls from '../controls.ts';
import { chatRoutes } from './chat-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { pairingRoutes } from './pairing-routes.ts';
import { phoneRoutes } from './phone-routes.ts';
import { sessionRoutes } from './session-routes.ts';

export function whatsappRoutes(api: Api, deps: controls.WhatsAppControls): readonly SandboxRoute[] {
  const own = { kind: 'own' } as const;
  return [
    ...sessionRoutes(api),
    ...messageRoutes(api),
    ...pairingRoutes(api),
    ...groupRoutes(api),
    ...phoneRoutes(api),
    ...chatRoutes(api),
    { ...own, method: 'GET', path: '/_sessions', handle: () => controls.sessions(deps) },
    { ...own, method: 'POST', path: '/_advance', handle: (call) => controls.advance(deps, call) },
    { ...own, method: 'POST', path: '/_settings', handle: (call) => controls.settings(deps, call) },
    { ...own, method: 'POST', path: '/_unreachable', handle: (call) => controls.unreachable(deps, call) },
    { ...own, method: 'POST', path: '/_event', handle: (call) => controls.event(deps, call) },
    { ...own, method: 'POST', path: '/_restart', handle: () => controls.restart(deps) },
    { ...own, method: 'GET', path: '/_deliveries', handle: (call) => controls.listDeliveries(deps, call) },
    { ...own, method: 'POST', path: '/_deliveries', handle: (call) => controls.orderDeliveries(deps, call) },
  ];
}
