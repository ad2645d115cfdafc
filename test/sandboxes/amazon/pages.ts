import { html, trusted, type Html } from '../kit-html.ts';
import { page } from '../kit-page.ts';
import type { Reply } from '../kit.ts';
import { initial, type SandboxPerson } from '../world.ts';
import type { AmazonAuthorizationRequest } from './authorization-request.ts';

const style = `
body{background:var(--card)}.box{max-width:380px;margin:0 auto;padding:28px 18px 56px}
.mark{text-align:center;font-weight:800;font-size:30px;letter-spacing:-.04em;margin:0 0 2px}
.smile{display:block;margin:0 auto 22px;color:#f08804}
.panel{border:1px solid var(--line);border-radius:12px;padding:22px;background:var(--card)}
.panel h1{font-size:25px;font-weight:500}
.who{display:flex;gap:12px;align-items:center;width:100%;text-align:left;margin:0 0 10px;padding:10px 14px;font-weight:400}
.who b{display:block}.who:hover{border-color:#f08804}
.yes{width:100%;background:#ffd814;border-color:#e8b800;color:#16181d;border-radius:22px;margin:0 0 10px}
.keep{display:flex;gap:8px;align-items:center;margin:6px 0 14px}
.no{width:100%;border-radius:22px}.other{width:100%;border:0;background:none;color:var(--accent);font-weight:400;margin:6px 0 0}.list{margin:0 0 18px;padding-left:20px}`;

const smile = trusted(
  '<svg class="smile" width="96" height="16" viewBox="0 0 96 16" fill="none" aria-hidden="true"><path d="M6 3c24 13 58 13 82 1" stroke="currentColor" stroke-width="4" stroke-linecap="round"/><path d="M80 2l9 1-4 9" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);

export function dressed(title: string, content: Html, status = 200): Reply {
  return page(
    title,
    html`<p class="ribbon">Sandbox on this machine. Not Amazon.</p>
      <main class="box">
        <p class="mark">amazon</p>
        ${smile}
        <div class="panel">${content}</div>
      </main>`,
    { style, status },
  );
}

function form(base: string, request: AmazonAuthorizationRequest, content: Html): Html {
  return html`<form method="post" action="${base}/ap/signin">
    <input type="hidden" name="request" value="${request.query}" />${content}
  </form>`;
}

const cancel = html`<button class="no" name="answer" value="cancel">Cancel</button>`;

export function signInPage(people: readonly SandboxPerson[], request: AmazonAuthorizationRequest, base: string): Reply {
  const rows = people.map(
    (one) =>
      html`<button class="who" name="person" value="${one.key}">
        <span class="face" style="background:${one.colour}">${initial(one)}</span>
        <span><b>${one.name}</b><span class="soft small">${one.email}</span></span>
      </button>`,
  );
  return dressed(
    'Amazon Sign-In',
    form(
      base,
      request,
      html`<h1>Sign in</h1>
        <p class="soft">Choose an account. No password here.</p>
        ${rows}
        <label class="keep"><input type="checkbox" name="keep" value="yes" /> Keep me signed in</label>
        ${cancel}`,
    ),
  );
}

export function consentPage(
  person: SandboxPerson,
  request: AmazonAuthorizationRequest,
  { base, keep, skill }: { base: string; keep: boolean; skill: string | undefined },
): Reply {
  const { host } = new URL(request.redirectUri);
  const first = person.name.split(' ')[0];
  const asked = request.scope.split(' ');
  return dressed(
    'Allow access',
    form(
      base,
      request,
      html`<h1>${first}, allow access?</h1>
        <p>
          ${skill === undefined ? html`The application at <b>${host}</b>` : html`<b>${skill}</b> at <b>${host}</b>`}
          would like to:
        </p>
        <ul class="list">
          ${
            skill === undefined
              ? undefined
              : html`<li>enable the skill ${skill} in your Alexa account</li>
                  <li>link that skill with your account at ${host}</li>`
          }
          ${
            asked.includes('profile')
              ? html`<li>see your name: ${person.name}</li>
                  <li>see your e-mail: ${person.email}</li>`
              : undefined
          }
        </ul>
        <p class="soft small">Signed in as ${person.email}.</p>
        <input type="hidden" name="person" value="${person.key}" />
        ${keep ? html`<input type="hidden" name="keep" value="yes" />` : undefined}
        <button class="yes" name="answer" value="allow">Allow</button>${cancel}
        <button class="other" name="answer" value="other">Not ${first}? Use another account</button>`,
    ),
  );
}

export function signedOutPage(): Reply {
  return dressed(
    'Signed out',
    html`<h1>Signed out</h1>
      <p>The next sign-in asks again who you are.</p>`,
  );
}

/** Shown when a redirect would be unsafe. */
export function errorPage(summary: string, hint: string): Reply {
  return dressed(
    'Error',
    html`<h1>We're sorry!</h1>
      <p>An error occurred when we tried to process your request.</p>
      <p><b>400 Bad Request</b><br />${summary}</p>
      <p><code>${hint}</code></p>`,
    400,
  );
}
