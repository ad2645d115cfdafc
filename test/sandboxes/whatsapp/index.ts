import { html } from '../kit-html.ts';
import type { Sandbox } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import { clock } from './clock.ts';
import { failAsOrdered } from './refusal.ts';
import { whatsappRoutes } from './routes/routes.ts';
import { wahaWebhooks } from './send-webhooks.ts';
import { whatsappStore } from './store.ts';

/** `closing` stops clock and webhooks. */
export function whatsappSandbox(world: SandboxWorld, closing: AbortSignal): Sandbox {
  const store = whatsappStore(world);
  const mail = wahaWebhooks(store, closing);
  const gateway = { store, post: mail.post };
  const time = clock(gateway, closing);
  const api = { ...gateway, key: world.clients.whatsapp.key, closing };
  return {
    name: 'whatsapp',
    title: 'WhatsApp gateway, phones and groups',
    imitates: [
      html`<a href="/whatsapp/phone">The phones</a>: scan a code with one click, refuse it, demand a passkey, remove the
        device, be banned.`,
      html`<a href="/whatsapp/chat">The groups</a>: several people type, on any phone; replies and reactions are seen.`,
      'WAHA 2026.8 with the GOWS engine: sessions, QR and pairing codes, passkeys, groups, sending, reactions, pictures and LIDs, with its own wording of every failure.',
      'QR codes that change (60 s, then 20 s) and run out after the sixth; POST /whatsapp/_advance {"seconds", "session"?} lets the time pass for one session or all.',
      'Webhooks signed with HMAC-SHA512, tried again after any answer but 2xx as each webhook says; POST /whatsapp/_deliveries {"do": "hold" | "release" | "drop" | "duplicate" | "delay" | "tamper" | "redeliver" | "retry" | "settle", "session"?, "ids"?, "next"?, "order"?: "reversed" | "shuffled" | "together", "times"?, "ms"?, "secondsAgo"?}; GET lists them.',
      'POST /whatsapp/_unreachable {"what": "gateway" | "whatsapp" | "silent" | "nothing", "session"?}; what people write meanwhile arrives afterwards with its old time.',
      'POST /whatsapp/phone/ana/scan {"session"?, "qr"?, "demand"?}, refuse, type {code}, remove {session}, ban, unban, settings {name, picture, demand, slowSync}, sign {challenge}, answer {session}, trouble {session, trouble}; POST /whatsapp/groups {name, members, announce?, parent?}.',
      'POST /whatsapp/chat/120363000000000001/say {as, text, secondsAgo?, replyTo?, media?, id?}, react {as, message, emoji}, again {message, times?}, members {add?, remove?}, change {name?, announce?}; GET .json is the chat for scripts.',
      '_settings {"startMs"?, "qrComes"?, "retryMs"?, "slow"?}, _event {session, event, payload}, _restart, GET _sessions.',
    ],
    leavesOut: [
      'WhatsApp itself: encryption, receipts, calls, status, channels, direct messages, media',
      'Waiting: wrong states are refused at once and lines stop at once, unless "slow" is set',
      'Signatures of passkeys: whoever repeats the challenge for web.whatsapp.com has the key',
      'A limit of requests, as the gateway has none; POST /whatsapp/_misbehave {"code": "rate-overlimit"} is WhatsApp\'s',
    ],
    routes: whatsappRoutes(api, { ...gateway, mail, time }),
    fail: failAsOrdered,
    time: {
      next: time.nextAt,
      run: async () => {
        time.catchUp();
        await mail.settled();
      },
    },
    store: {
      ...store,
      reset: () => {
        mail.forget();
        store.reset();
      },
    },
  };
}
