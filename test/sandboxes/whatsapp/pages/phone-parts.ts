import { html, type Html } from '../../kit-html.ts';
import { demands, troubles, type Demand, type Session, type SessionTrouble } from '../entities.ts';
import { QR_CODES } from '../qr-window.ts';
import { qrImage } from '../routes/pairing-routes.ts';
import type { WhatsAppStore } from '../store.ts';

const demandWords: Record<Demand, string> = {
  nothing: 'nothing more',
  passkey: 'a passkey',
  passkeyAndCode: 'a passkey, then a code',
  passkeyIgnored: 'a passkey, and then it does nothing',
};

const troubleWords: Record<SessionTrouble | 'none', string> = {
  none: 'all is well',
  gateway: 'the gateway is down',
  whatsapp: 'no way to WhatsApp',
  silent: 'says it works, and is silent',
};

export function phoneScreen(store: WhatsAppStore, person: string): Html {
  const sessions = [...store.sessions.values()];
  const codes = sessions.filter(({ status, qr }) => status === 'SCAN_QR_CODE' && qr !== undefined);
  const asking = sessions.filter((one) => one.asking?.person === person);
  const linked = store.linkedTo(person);
  const at = `/whatsapp/phone/${person}`;
  return html`${asking.map((one) => askingCard(at, one))}
  ${codes.length > 0 ? html`<h3>In front of the camera</h3>` : undefined}${codes.map((one) => codeCard(at, one))}
  ${linked.length > 0 ? html`<h3>Linked</h3>` : undefined}${linked.map((one) => device(at, one))}
  ${
    codes.length + asking.length + linked.length === 0
      ? html`<div class="none">
          ${frame}
          <p>No device is linked and no code is shown.</p>
          <p class="small">Press "Connect WhatsApp" in the product, and its code appears here to be scanned.</p>
        </div>`
      : undefined
  }`;
}

const frame = html`<svg
  width="84"
  height="84"
  viewBox="0 0 84 84"
  fill="none"
  stroke="currentColor"
  stroke-width="5"
  stroke-linecap="round"
  aria-hidden="true"
>
  <path d="M4 24V10a6 6 0 0 1 6-6h14M60 4h14a6 6 0 0 1 6 6v14M80 60v14a6 6 0 0 1-6 6H60M24 80H10a6 6 0 0 1-6-6V60" />
  <path d="M28 28h10v10H28zM46 28h10v10H46zM28 46h10v10H28zM46 46h10v10H46z" stroke-width="4" />
</svg>`;

const screen = html`<svg
  width="24"
  height="24"
  viewBox="0 0 24 24"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linejoin="round"
  aria-hidden="true"
>
  <path d="M3 5h18v11H3zM9 20h6M12 16v4" />
</svg>`;

function codeCard(at: string, session: Session): Html {
  const image = qrImage(session)?.toString('base64') ?? '';
  return html`<article class="code" data-session="${session.name}">
    <img src="data:image/png;base64,${image}" alt="QR code of ${session.name}" />
    <div>
      <b>${session.name}</b><span class="soft small">Code ${session.qr?.number} of ${QR_CODES}${about(session)}</span>
      <div class="acts">
        ${button(at, 'scan', 'Scan', 'go', { session: session.name })}
        ${button(at, 'refuse', 'Refuse', '', { session: session.name })}
      </div>
    </div>
  </article>`;
}

function askingCard(at: string, session: Session): Html {
  const compares = session.status === 'PASSKEY_CONFIRMATION_REQUIRED';
  return html`<article class="ask" data-session="${session.name}">
    <div>
      <b>${compares ? 'Does the other screen show this code?' : 'Continue on your other device'}</b>
      ${
        compares
          ? html`<p class="digits">${session.asking?.code}</p>`
          : html`<p class="soft small">WhatsApp wants your passkey, signed in a page of web.whatsapp.com.</p>`
      }
      <div class="acts">
        ${button(at, 'answer', compares ? 'Yes, link the device' : 'Sign with the passkey', 'go', { session: session.name })}
      </div>
    </div>
  </article>`;
}

function device(at: string, session: Session): Html {
  const well = session.status === 'WORKING' && session.trouble === undefined;
  return html`<div class="dev" data-session="${session.name}">
    <span class="glyph">${screen}</span>
    <div>
      <b>${session.name}</b><span class="chip ${well ? 'good' : 'bad'}">${well ? 'Active' : session.status}</span
      ><span class="soft small">${about(session)}</span>
    </div>
    ${button(at, 'remove', 'Log out', 'small-button', { session: session.name })}
  </div>`;
}

function about({ config }: Session): string {
  const entries = Object.entries(config.metadata ?? {});
  return entries.length === 0 ? '' : ` (${entries.map(([name, value]) => `${name} ${value}`).join(', ')})`;
}

export function phoneSettings(store: WhatsAppStore, person: string): Html {
  const phone = store.phone(person);
  const at = `/whatsapp/phone/${person}`;
  const linked = store.linkedTo(person);
  return html`<section class="card">
      <h2>This account</h2>
      <div class="field">
        <span><b>When a device is linked</b><span class="soft small">what WhatsApp wants after the scan</span></span>
        <form method="post" action="${at}/settings">
          ${choice('demand', 'What WhatsApp wants', demands, demandWords, phone.demand)}
        </form>
      </div>
      <div class="field">
        <span
          ><b>Link with phone number instead</b><span class="soft small">the code that the product shows</span></span
        >
        <form method="post" action="${at}/type">
          <label class="hide" for="typed">Code</label>
          <input type="text" id="typed" name="code" autocomplete="off" /><button class="small-button">Link</button>
        </form>
      </div>
      <div class="field">
        <span><b>Name in WhatsApp</b><span class="soft small">empty: nobody is told one</span></span>
        <form method="post" action="${at}/settings">
          <label class="hide" for="name">Name in WhatsApp</label>
          <input type="text" id="name" name="name" value="${phone.name}" autocomplete="off" /><button
            class="small-button"
          >
            Save
          </button>
        </form>
      </div>
      <div class="field">
        <span
          ><b>Groups after linking</b
          ><span class="soft small"
            >${phone.slowSync ? 'none until they are asked for again' : 'known at once'}</span
          ></span
        >
        ${button(at, 'settings', phone.slowSync ? 'Know them at once' : 'Let them be late', 'small-button', { slowSync: phone.slowSync ? 'false' : 'true' })}
      </div>
      <div class="field">
        <span
          ><b>${phone.banned ? 'Banned by WhatsApp' : 'In good standing'}</b
          ><span class="soft small">a ban ends every link, and no new one works</span></span
        >
        ${button(at, phone.banned ? 'unban' : 'ban', phone.banned ? 'Lift the ban' : 'Ban', 'small-button')}
      </div>
    </section>
    <section class="card">
      <h2>Lines <span class="soft">${linked.length}</span></h2>
      ${
        linked.length === 0
          ? html`<p class="soft">None. Link a device first.</p>`
          : html`<ul class="rows">
              ${linked.map((one) => line(at, one))}
            </ul>`
      }
    </section>
    <section class="card">
      <h2>Groups <span class="soft">${store.groupsOf(person).length}</span></h2>
      <ul class="rows">
        ${store.groupsOf(person).map(
          ({ id, name, announce, parent, members }) =>
            html`<li>
              <a href="/whatsapp/chat/${id}?as=${person}"><b>${name}</b></a>
              <span class="soft small"
                >${parent ? 'community' : announce ? 'only admins write' : `${members.length} members`}</span
              >
            </li>`,
        )}
        <li>
          <form method="post" action="/whatsapp/groups" style="display:flex;gap:8px;flex-wrap:wrap">
            <label class="hide" for="group">Name of the group</label>
            <input type="text" id="group" name="name" placeholder="Name of a new group" required autocomplete="off" />
            <label class="hide" for="members">Members</label>
            <input
              type="text"
              id="members"
              name="members"
              value="${person}, ${neighbour(store, person)}"
              autocomplete="off"
            /><button class="small-button">Create</button>
          </form>
        </li>
      </ul>
    </section>`;
}

const neighbour = ({ world }: WhatsAppStore, person: string): string =>
  world.people.find(({ key }) => key !== person)?.key ?? '';

function line(at: string, session: Session): Html {
  return html`<li>
    <div>
      <b>${session.name}</b><br /><span class="soft small"
        >${session.status}, waiting messages: ${session.backlog.length}</span
      >
    </div>
    <form method="post" action="${at}/trouble">
      <input type="hidden" name="session" value="${session.name}" />
      ${choice('trouble', `How ${session.name} is`, ['none', ...troubles] as const, troubleWords, session.trouble ?? 'none')}
    </form>
  </li>`;
}

function choice<T extends string>(
  name: string,
  label: string,
  values: readonly T[],
  words: Record<T, string>,
  chosen: T,
): Html {
  return html`<select name="${name}" aria-label="${label}" data-now>
      ${values.map((value) => html`<option value="${value}" ${value === chosen ? html`selected` : undefined}>${words[value]}</option>`)}
    </select>
    <noscript><button>Save</button></noscript>`;
}

function button(at: string, name: string, label: string, look: string, fields: Record<string, string> = {}): Html {
  const hidden = Object.entries(fields).map(
    ([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`,
  );
  return html`<form method="post" action="${at}/${name}">${hidden}<button class="${look}">${label}</button></form>`;
}
