import { json, redirect, wantsJson, type SandboxCall, type Reply, type SandboxRoute } from '../../kit.ts';
import { findPerson } from '../../world.ts';
import { contactOf, groupJid } from '../contacts.ts';
import type { GatewayState } from '../gateway.ts';
import { choosePhonePage, phonePage } from '../pages/phone-page.ts';
import { phoneActs } from '../phone-acts.ts';
import { sessionInfo } from './session-routes.ts';

export function phoneRoutes(gateway: GatewayState): readonly SandboxRoute[] {
  const own = { kind: 'own' } as const;
  return [
    { ...own, method: 'GET', path: '/phone', handle: () => choosePhonePage(gateway.store) },
    {
      ...own,
      method: 'GET',
      path: '/phone/:person.json',
      handle: (call) => forPerson(gateway, call, (person) => json(200, view(gateway, person))),
    },
    {
      ...own,
      method: 'GET',
      path: '/phone/:person/live',
      handle: () => ({ status: 200, stream: (tell) => gateway.store.watch(() => tell('change', '{}')) }),
    },
    {
      ...own,
      method: 'GET',
      path: '/phone/:person',
      handle: (call) => forPerson(gateway, call, (person) => phonePage(gateway.store, person)),
    },
    ...Object.entries(phoneActs).map(([name, act]): SandboxRoute => ({
      ...own,
      method: 'POST',
      path: `/phone/:person/${name}`,
      handle: (call) =>
        forPerson(gateway, call, (person) => {
          const { ok, said, more } = act(gateway, person, call);
          if (!wantsJson(call)) return redirect(`${call.base}/phone/${person}`);
          return json(ok ? 200 : 422, { ok, said, ...more });
        }),
    })),
  ];
}

function forPerson({ store }: GatewayState, call: SandboxCall, then: (person: string) => Reply): Reply {
  const person = findPerson(store.world.people, call.params['person']);
  return person ? then(person.key) : json(404, { error: `nobody is called ${call.params['person'] ?? ''}` });
}

function view({ store }: GatewayState, person: string): object {
  const sessions = [...store.sessions.values()];
  return {
    ...store.phone(person),
    ...contactOf(store.world, person),
    linked: store.linkedTo(person).map((one) => sessionInfo(store, one)),
    codes: sessions.filter(({ status }) => status === 'SCAN_QR_CODE').map(({ name, qr }) => ({ session: name, ...qr })),
    asking: sessions
      .filter(({ asking }) => asking?.person === person)
      .map(({ name, asking }) => ({ session: name, ...asking })),
    groups: store.groupsOf(person).map(({ id, name }) => ({ jid: groupJid(id), name })),
  };
}
