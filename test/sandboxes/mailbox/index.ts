import { html } from '../kit-html.ts';
import type { Sandbox } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { mailboxRoutes } from './routes.ts';
import { refuse } from './send.ts';
import { mailboxStore } from './store.ts';

export function mailboxSandbox(world: SandboxWorld): Sandbox {
  const store = mailboxStore(world);
  return {
    name: 'mailbox',
    title: 'E-mail',
    imitates: [
      html`<a href="/mailbox/inbox">The mailbox</a>: every e-mail that was sent, newest first.`,
      'SendEmail of Amazon SES, version 2, with a simple text: POST /mailbox/v2/email/outbound-emails.',
      'GET /mailbox/inbox.json?to=ana@example.com for tests.',
    ],
    leavesOut: [
      'Signatures of requests',
      'Delivery, bounces and complaints',
      'Templates, raw messages and attachments',
    ],
    routes: mailboxRoutes({ world, store }),
    fail: refuse,
    time: { news: store.news },
    store,
  };
}
