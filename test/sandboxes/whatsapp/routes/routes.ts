import type { SandboxRoute } from '../../kit.ts';
import type { Api } from '../api.ts';
import * as doors from '../controls.ts';
import { chatRoutes } from './chat-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { pairingRoutes } from './pairing-routes.ts';
import { phoneRoutes } from './phone-routes.ts';
import { sessionRoutes } from './session-routes.ts';

export function whatsappRoutes(api: Api, deps: doors.WhatsAppControls): readonly SandboxRoute[] {
  const own = { kind: 'own' } as const;
  return [
    ...sessionRoutes(api),
    ...messageRoutes(api),
    ...pairingRoutes(api),
    ...groupRoutes(api),
    ...phoneRoutes(api),
    ...chatRoutes(api),
    { ...own, method: 'GET', path: '/_sessions', handle: () => doors.sessions(deps) },
    { ...own, method: 'POST', path: '/_advance', handle: (call) => doors.advance(deps, call) },
    { ...own, method: 'POST', path: '/_settings', handle: (call) => doors.settings(deps, call) },
    { ...own, method: 'POST', path: '/_unreachable', handle: (call) => doors.unreachable(deps, call) },
    { ...own, method: 'POST', path: '/_event', handle: (call) => doors.event(deps, call) },
    { ...own, method: 'POST', path: '/_restart', handle: () => doors.restart(deps) },
    { ...own, method: 'GET', path: '/_deliveries', handle: (call) => doors.listDeliveries(deps, call) },
    { ...own, method: 'POST', path: '/_deliveries', handle: (call) => doors.orderDeliveries(deps, call) },
  ];
}
