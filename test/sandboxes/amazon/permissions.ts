import { html } from '../kit-html.ts';
import { field, json, redirect, type Reply, type SandboxCall } from '../kit.ts';
import { findPerson, type SandboxPerson, type SandboxWorld } from '../world.ts';
import { dressed } from './pages.ts';
import type { AmazonStore } from './store.ts';

type Deps = { world: SandboxWorld; store: AmazonStore };

/** `GET /permissions/:person`: the account page "Login with Amazon", where a user can withdraw each permission. */
export const permissions = ({ world, store }: Deps, call: SandboxCall): Reply =>
  forPerson(world, call, (person) => {
    const rows = store.clientsOf(person.key).map(
      (clientId) =>
        html`<li>
          <form method="post" action="${call.base}/permissions/${person.key}">
            <input type="hidden" name="client" value="${clientId}" />
            <b>${nameOf(world, clientId)}</b> <button>Remove ${nameOf(world, clientId)}</button>
          </form>
        </li>`,
    );
    return dressed(
      'Login with Amazon',
      html`<h1>Login with Amazon</h1>
        <p class="soft">What ${person.name} has allowed.</p>
        ${
          rows.length === 0
            ? html`<p>Nothing is allowed.</p>`
            : html`<ul class="list">
                ${rows}
              </ul>`
        }`,
    );
  });

/** The skill stays enabled, because Alexa is not notified. */
export const withdraw = ({ world, store }: Deps, call: SandboxCall): Reply =>
  forPerson(world, call, (person) => {
    const client = field(call, 'client');
    if (client !== undefined) store.revoke(person.key, client);
    return redirect(`${call.base}/permissions/${person.key}`);
  });

function nameOf({ clients, skill, appUrl }: SandboxWorld, clientId: string): string {
  return clientId === clients.amazonSkill.id
    ? `${skill.name} (Alexa skill)`
    : new URL(appUrl() ?? 'http://unknown').host;
}

function forPerson({ people }: SandboxWorld, call: SandboxCall, then: (person: SandboxPerson) => Reply): Reply {
  const { person: key = '' } = call.params;
  const person = findPerson(people, key);
  return person ? then(person) : json(404, { error: `nobody is called ${key}` });
}
