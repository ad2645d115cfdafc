import { html } from '../kit-html.ts';
import { page } from '../kit-page.ts';
import { json, type SandboxCall, type Reply, type SandboxRoute } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import type { ReceivedMail } from './entities.ts';
import { sendEmail } from './send.ts';
import type { MailboxStore } from './store.ts';

type Deps = { world: SandboxWorld; store: MailboxStore };

export function mailboxRoutes({ store }: Deps): readonly SandboxRoute[] {
  return [
    { method: 'POST', path: '/v2/email/outbound-emails', kind: 'api', handle: (call) => sendEmail(store, call) },
    { method: 'GET', path: '/inbox.json', kind: 'own', handle: (call) => json(200, store.list(toOf(call))) },
    { method: 'GET', path: '/inbox', kind: 'own', handle: (call) => inbox(store.list(toOf(call))) },
  ];
}

const toOf = ({ query }: SandboxCall): string | null => query.get('to');

const card = (mail: ReceivedMail) =>
  html`<article class="card">
    <p class="small soft"><time datetime="${mail.at}">${mail.at}</time></p>
    <h2>${mail.subject}</h2>
    <p class="small">From ${mail.from} to <a href="?to=${encodeURIComponent(mail.to)}">${mail.to}</a></p>
    <iframe title="${mail.subject}" sandbox srcdoc="${mail.html}"></iframe>
    <details>
      <summary class="small">As text</summary>
      <p style="white-space:pre-wrap">${mail.text}</p>
    </details>
  </article>`;

function inbox(mails: readonly ReceivedMail[]): Reply {
  const empty = html`<p class="soft">No e-mail was sent yet.</p>`;
  return page(
    'Mailbox',
    html`<p class="ribbon">Sandbox on this machine. Nothing here was delivered to anybody.</p>
      <main class="wrap">
        <p class="small"><a href="/mailbox">E-mail sandbox</a></p>
        <h1>Mailbox</h1>
        ${mails.length === 0 ? empty : mails.map(card)}
      </main>`,
    { style: 'iframe{width:100%;height:22em;border:1px solid var(--line);border-radius:8px;background:#fff}' },
  );
}
