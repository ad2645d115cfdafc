import { html, trusted, type Html } from '../kit-html.ts';
import { page } from '../kit-page.ts';
import type { Reply } from '../kit.ts';
import { initial, type SandboxPerson } from '../world.ts';
import type { GoogleAuthorizationRequest } from './authorization-request.ts';

const style = `
body{min-height:100vh;display:grid;grid-template-rows:auto 1fr}.box{margin:auto;width:min(460px,100%);padding:24px 18px}
.panel{background:var(--card);border-radius:24px;padding:34px 32px 28px}
.panel h1{font-weight:400;font-size:30px;margin:14px 0 4px}
.mark{font-size:24px;font-weight:600;letter-spacing:-.03em;margin:0}
.b{color:#4285f4}.r{color:#ea4335}.y{color:#e0a100}.g{color:#34a853}
.who{display:flex;gap:14px;align-items:center;width:100%;text-align:left;border:0;border-bottom:1px solid var(--line);
border-radius:0;padding:13px 6px;font-weight:400;background:none}.who:hover{background:var(--chip)}.who b{display:block;font-weight:600}
.face{width:34px;height:34px}.end{display:flex;justify-content:flex-end;margin:18px 0 0}
.end button{border:0;background:none;color:var(--accent);border-radius:20px}.end button:hover{background:var(--chip)}`;

const mark = trusted(
  '<p class="mark" aria-label="Google"><span class="b">G</span><span class="r">o</span><span class="y">o</span><span class="b">g</span><span class="g">l</span><span class="r">e</span></p>',
);

function dressed(title: string, content: Html, status = 200): Reply {
  const body = html`<p class="ribbon">Sandbox on this machine. Not Google.</p>
    <main class="box"><div class="panel">${mark}${content}</div></main>`;
  return page(title, body, { style, status });
}

export function signInPage(people: readonly SandboxPerson[], request: GoogleAuthorizationRequest, base: string): Reply {
  const rows = people.map(
    (one) =>
      html`<button class="who" name="person" value="${one.key}">
        <span class="face" style="background:${one.colour}">${initial(one)}</span>
        <span><b>${one.name}</b><span class="soft small">${one.email}</span></span>
      </button>`,
  );
  return dressed(
    'Sign in - Google Accounts',
    html`<h1>Choose an account</h1>
      <p>to continue to <b>${new URL(request.redirectUri).host}</b></p>
      <form method="post" action="${base}/signin">
        <input type="hidden" name="request" value="${request.query}" />${rows}
        <p class="end"><button name="answer" value="cancel">Cancel</button></p>
      </form>`,
  );
}

export function errorPage(status: number, error: string, hint: string): Reply {
  return dressed(
    'Error',
    html`<h1>Access blocked</h1>
      <p>Error ${status}: ${error}</p>
      <p><code>${hint}</code></p>`,
    status,
  );
}
