import { html, trusted, type Html } from '../kit-html.ts';
import { page } from '../kit-page.ts';
import type { Reply } from '../kit.ts';
import { initial, type SandboxPerson } from '../world.ts';
import type { AlexaHome } from './entities.ts';
import { homeParts } from './home-parts.ts';
import { homeScript } from './home-script.ts';
import { homeStyle } from './home-style.ts';
import type { AlexaStore } from './store.ts';

export function choosePage(people: readonly SandboxPerson[], store: AlexaStore): Reply {
  const rows = people.map((one) => {
    const { skillEnabled, devices } = store.home(one.key);
    return html`<a class="door" href="/alexa/home/${one.key}"
      >${face(one)}<span
        ><b>${one.name}</b>
        <span class="soft small"
          >${skillEnabled ? `skill enabled, ${count(devices.length, 'device')}` : 'skill not enabled'}</span
        ></span
      ></a
    >`;
  });
  return page(
    'Homes',
    html`<main class="wrap">
      <p class="small"><a href="/alexa">Alexa sandbox</a></p>
      <h1>Whose home?</h1>
      <div class="doors">${rows}</div>
    </main>`,
    {
      style: homeStyle,
    },
  );
}

/** The script only refreshes the page; without it, users reload. */
export function homePage(person: SandboxPerson, home: AlexaHome, store: AlexaStore): Reply {
  const first = person.name.split(' ')[0] ?? person.name;
  return page(
    `${first}'s home`,
    html`<main class="wrap home">
        <header class="top">
          ${face(person)}
          <div>
            <h1>${first}'s home</h1>
            <p class="soft small">
              ${person.email}, ${home.country}, region ${home.region}. <a href="/alexa/home">Other homes</a>
            </p>
          </div>
        </header>
        <div id="parts">${homeParts(person, home, store)}</div>
      </main>
      <script>
        ${trusted(homeScript)};
      </script>`,
    { style: homeStyle },
  );
}

function face(person: SandboxPerson): Html {
  return html`<span class="face" style="background:${person.colour}">${initial(person)}</span>`;
}

function count(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : 's'}`;
}
