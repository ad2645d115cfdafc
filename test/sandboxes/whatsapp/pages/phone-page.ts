import { html, trusted, type Html } from '../../kit-html.ts';
import { page } from '../../kit-page.ts';
import type { Reply } from '../../kit.ts';
import { initial } from '../../world.ts';
import { contactOf } from '../contacts.ts';
import type { WhatsAppStore } from '../store.ts';
import { phoneScript } from './pages-script.ts';
import { phoneStyle } from './pages-style.ts';
import { phoneScreen, phoneSettings } from './phone-parts.ts';

export function choosePhonePage(store: WhatsAppStore): Reply {
  const rows = store.world.people.map(({ key, name }) => {
    const { length } = store.linkedTo(key);
    return html`<a class="door" href="/whatsapp/phone/${key}"
      >${face(store, key)}<span
        ><b>${name}</b><span class="soft small">${numberOf(store, key)}</span>
        <span class="soft small">${length === 0 ? 'no linked device' : `linked devices: ${length}`}</span></span
      ></a
    >`;
  });
  return page(
    'Phones',
    html`<main class="wrap">
      <p class="small"><a href="/whatsapp">WhatsApp sandbox</a>, <a href="/whatsapp/chat">groups</a></p>
      <h1>Whose phone?</h1>
      <div class="doors">${rows}</div>
    </main>`,
    { style: phoneStyle },
  );
}

export function phonePage(store: WhatsAppStore, person: string): Reply {
  const name = store.world.people.find(({ key }) => key === person)?.name ?? person;
  return page(
    `${name}'s phone`,
    html`<main class="wrap wide">
        <header class="top">
          ${face(store, person)}
          <div>
            <h1>${name.split(' ')[0]}'s phone</h1>
            <p class="soft small">
              ${numberOf(store, person)}. <a href="/whatsapp/phone">Other phones</a>,
              <a href="/whatsapp/chat">groups</a>
            </p>
          </div>
        </header>
        <div class="two">
          <section class="device" aria-label="Phone">
            <div class="screen">
              <div class="bar" aria-hidden="true"><span>9:41</span><i></i><span>▂▄▆ 87%</span></div>
              <div class="head">
                <h2>Linked devices</h2>
                <p>Use WhatsApp elsewhere</p>
              </div>
              <div class="body" data-part="screen">${phoneScreen(store, person)}</div>
            </div>
          </section>
          <div data-part="settings">${phoneSettings(store, person)}</div>
        </div>
      </main>
      <script>
        ${trusted(phoneScript)};
      </script>`,
    { style: phoneStyle },
  );
}

export function face({ world }: WhatsAppStore, person: string): Html {
  const found = world.people.find(({ key }) => key === person);
  if (!found) return html`<span class="face" style="background:#667">?</span>`;
  return html`<span class="face" style="background:${found.colour}">${initial(found)}</span>`;
}

function numberOf({ world }: WhatsAppStore, person: string): string {
  return `+${contactOf(world, person).phone.replace(/^(\d{2})(\d{2})(\d{5})(\d{4})$/, '$1 $2 $3-$4')}`;
}
