import { html, type Html } from './kit-html.ts';
import { page } from './kit-page.ts';
import type { Reply, Sandbox } from './kit.ts';

export function homePage(sandbox: Sandbox): Reply {
  const at = `/${sandbox.name}`;
  return page(
    `${sandbox.title} sandbox`,
    html`<main class="wrap">
      <p class="small"><a href="/">All sandboxes</a></p>
      <h1>${sandbox.title}</h1>
      <p class="soft">
        A stand-in on this machine. Nothing here reaches the real service, and its people and secrets are made up.
      </p>
      <section class="card">
        <h2>It imitates</h2>
        <ul>
          ${sandbox.imitates.map((text) => html`<li>${text}</li>`)}
        </ul>
      </section>
      <section class="card">
        <h2>It leaves out</h2>
        <ul>
          ${sandbox.leavesOut.map((text) => html`<li>${text}</li>`)}
        </ul>
      </section>
      <section class="card">
        <h2>Doors</h2>
        <ul>
          <li>
            <a href="${at}/_heard"><code>GET ${at}/_heard</code></a> what it received, newest first
          </li>
          <li>
            <code>POST ${at}/_misbehave</code> <code>{"next":1,"status":503}</code> makes the next calls go wrong:
            <code>status</code>, <code>code</code>, <code>body</code> (refused, no effect), <code>delayMs</code> (takes
            effect, answers late), <code>cut</code> (<code>"before"</code> or <code>"after"</code> the effect),
            <code>match</code> and <code>matchBody</code> (only where method and path, or the body, contain this),
            ${sandbox.personOf ? html`<code>person</code> (only calls with a token or code of this person), ` : undefined}
            <code>"next":0</code> (behave
            again)${Object.keys(sandbox.ownMisbehaviours ?? {}).map((name) => html`, <code>${name}</code>`)}
          </li>
          <li><code>POST ${at}/_reset</code> as on the first day</li>
        </ul>
      </section>
      <section class="card">
        <h2>Calls it knows</h2>
        <ul>
          ${sandbox.routes.map((route) => html`<li><code>${route.method} ${at}${route.path}</code></li>`)}
        </ul>
      </section>
    </main>`,
  );
}

export function indexPage(sandboxes: readonly Sandbox[], clock: Html | undefined): Reply {
  return page(
    'Sandboxes',
    html`<main class="wrap">
      <h1>Sandboxes</h1>
      <p class="soft">Stand-ins for the companies the product talks to.</p>
      ${clock}
      ${sandboxes.map(
        (one) =>
          html`<section class="card">
            <h2><a href="/${one.name}">${one.title}</a></h2>
            <p class="soft">${one.imitates[0]}</p>
          </section>`,
      )}
    </main>`,
  );
}
