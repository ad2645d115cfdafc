import { html, trusted, type Html } from '../../kit-html.ts';
import { page } from '../../kit-page.ts';
import type { Reply } from '../../kit.ts';
import type { ChatGroup, Message } from '../entities.ts';
import type { WhatsAppStore } from '../store.ts';
import { chatScript } from './pages-script.ts';
import { chatStyle, phoneStyle } from './pages-style.ts';
import { face } from './phone-page.ts';

const SHOWN = 200;
const people = html`<svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
  <circle cx="9" cy="8" r="3.6" />
  <path d="M2 19c0-3.6 3-6 7-6s7 2.4 7 6z" />
  <circle cx="17" cy="9" r="2.8" />
  <path d="M17.5 13.4c2.6.3 4.5 2.2 4.5 5.6h-4.2c0-2.3-.9-4.2-2.3-5.4.6-.2 1.3-.3 2-.2z" />
</svg>`;
const EMOJI = ['👍', '❤️', '😂'] as const;

export function chooseChatPage(store: WhatsAppStore): Reply {
  const rows = [...store.groups.values()].map(
    ({ id, name, members, messages }) =>
      html`<a class="door" href="/whatsapp/chat/${id}"
        ><span class="face" style="background:#008069">${name.slice(0, 1)}</span
        ><span
          ><b>${name}</b
          ><span class="soft small">${members.map(({ person }) => firstName(store, person)).join(', ')}</span
          ><span class="soft small last">${messages.at(-1)?.text ?? 'no messages yet'}</span></span
        ></a
      >`,
  );
  return page(
    'Groups',
    html`<main class="wrap">
      <p class="small"><a href="/whatsapp">WhatsApp sandbox</a>, <a href="/whatsapp/phone">phones</a></p>
      <h1>Which group?</h1>
      <div class="doors">${rows}</div>
    </main>`,
    { style: phoneStyle },
  );
}

export function chatPage(store: WhatsAppStore, group: ChatGroup, query: URLSearchParams): Reply {
  const writer =
    group.members.find(({ person }) => person === query.get('as'))?.person ?? group.members[0]?.person ?? '';
  return page(
    group.name,
    html`<main class="chatwrap">
        <header class="chathead" data-part="head">
          <a class="back" href="/whatsapp/chat" aria-label="All groups">‹</a>
          <span class="groupface">${people}</span>
          <div>
            <h1>${group.name}</h1>
            <p>${group.members.map(({ person }) => firstName(store, person)).join(', ')}</p>
          </div>
        </header>
        <div class="talk" data-part="talk" role="log" aria-label="Messages">${talk(store, group, writer)}</div>
        <form class="compose" method="post" action="/whatsapp/chat/${group.id}/say">
          <fieldset class="as">
            <legend>Type as</legend>
            ${group.members.map(({ person }) => writerChip(store, person, person === writer))}
          </fieldset>
          <div class="replying">
            <span></span><button type="button" data-reply="" aria-label="Do not reply">✕</button>
          </div>
          <input type="hidden" name="replyTo" value="" />
          <div class="line">
            <label class="hide" for="text">Message</label>
            <input type="text" id="text" name="text" placeholder="Message" autocomplete="off" required /><button
              class="go"
            >
              Send
            </button>
          </div>
        </form>
      </main>
      <script>
        ${trusted(chatScript)};
      </script>`,
    { style: phoneStyle + chatStyle },
  );
}

function writerChip(store: WhatsAppStore, person: string, chosen: boolean): Html {
  const paired = store.linkedTo(person).length > 0;
  return html`<label
    ><input type="radio" name="as" value="${person}" ${chosen ? html`checked` : undefined} />${face(store, person)}
    ${firstName(store, person)}${paired ? html`<small>paired phone</small>` : undefined}</label
  >`;
}

function talk(store: WhatsAppStore, group: ChatGroup, writer: string): Html {
  const { messages } = group;
  if (messages.length === 0) return html`<p class="empty">Nothing has been said yet. Type a trigger's name.</p>`;
  const shown = messages.slice(-SHOWN);
  return html`${shown.map((message, i) => {
    const day = dayOf(message);
    const before = shown[i - 1];
    const divider = before && dayOf(before) === day ? undefined : html`<span class="day">${day}</span>`;
    return html`${divider}${bubble(store, group, message, writer)}`;
  })}`;
}

function bubble(store: WhatsAppStore, group: ChatGroup, message: Message, writer: string): Html {
  const colour = store.world.people.find(({ key }) => key === message.person)?.colour ?? 'inherit';
  const quoted = group.messages.find(({ id }) => id === message.replyTo);
  const own = message.person === writer;
  return html`<article
    class="msg ${own ? 'own' : ''} ${message.reactions.length > 0 ? 'reacted' : ''}"
    id="m-${message.id}"
    tabindex="0"
  >
    <div class="bubble">
      <div class="who">
        ${own ? undefined : html`<span style="--name:${colour}">${store.phone(message.person).name}</span>`}
        ${message.session === undefined ? undefined : html`<span class="chip">sent by the product</span>`}
      </div>
      ${quoted ? html`<a class="quote" href="#m-${quoted.id}"><b>${store.phone(quoted.person).name}</b>${quoted.text}</a>` : undefined}
      ${message.media ? html`<span class="chip">picture</span>` : undefined}
      <div class="text">${message.text}</div>
      <time class="meta">${timeOf(message)}</time>
    </div>
    <div class="tools">
      <button type="button" data-reply="${message.id}" data-words="${message.text.slice(0, 80)}">Reply</button>
      ${EMOJI.map((emoji) => tool(group, 'react', emoji, { message: message.id, emoji, as: writer }))}
      ${tool(group, 'again', 'Deliver again', { message: message.id })}
    </div>
    ${
      message.reactions.length > 0
        ? html`<div class="reacts">
            ${message.reactions.map(({ person, emoji }) => html`<span title="${firstName(store, person)}">${emoji}</span>`)}
          </div>`
        : undefined
    }
  </article>`;
}

function tool(group: ChatGroup, act: string, label: string, fields: Record<string, string>): Html {
  const hidden = Object.entries(fields).map(
    ([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`,
  );
  return html`<form method="post" action="/whatsapp/chat/${group.id}/${act}">${hidden}<button>${label}</button></form>`;
}

/** In local time, for example `2026-11-21` and `07:54`. */
const dayOf = ({ at }: Message): string => new Date(at).toLocaleDateString('sv-SE');
const timeOf = ({ at }: Message): string => new Date(at).toLocaleTimeString('sv-SE').slice(0, 5);

const firstName = ({ world }: WhatsAppStore, person: string): string =>
  world.people.find(({ key }) => key === person)?.name.split(' ')[0] ?? person;
