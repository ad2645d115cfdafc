import { html, trusted, type Html } from '../kit-html.ts';
import { page } from '../kit-page.ts';
import type { Reply } from '../kit.ts';
import { initial, type SandboxPerson } from '../world.ts';
import type { AlexaHome } from './entities.ts';
import { houseParts } from './house-parts.ts';
import { houseScript } from './house-script.ts';
import { houseStyle } from './house-style.ts';
import type { AlexaStore } from './store.ts';

export function choosePage(people: readonly SandboxPerson[], store: AlexaStore): Reply {
  const rows = people.map((one) => {
    const { skillEnabled, devices } = store.house(one.key);
    return html`<a class="door" href="/alexa/house/${one.key}"
      >${face(one)}<span
        ><b>${one.name}</b>
        <span class="soft small"
          >${skillEnabled ? `skill enabled, ${count(devices.length, 'device')}` : 'skill not enabled'}</span
        ></span
      ></a
    >`;
  });
  return page(
    'Houses',
    html`<main class="wrap">
      <p class="small"><a href="/alexa">Alexa sandbox</a></p>
      <h1>Whose house?</h1>
      <div class="doors">${rows}</div>
    </main>`,
    {
      style: houseStyle,
    },
  );
}

/** The script only refreshes the page; without it, a reload does. */
export function housePage(person: SandboxPerson, house: AlexaHome): Reply {
  const first = person.name.split(' ')[0] ?? person.name;
  return page(
    `${first}'s house`,
    html`<main class="wrap house">
        <header class="top">
          ${face(person)}
          <div>
            <h1>${first}'s house</h1>
            <p class="soft small">${person.email}, region ${house.region}. <a href="/alexa/house">Other houses</a></p>
          </div>
        </header>
        <div id="parts">${houseParts(person, house)}</div>
      </main>
      <script>
        ${trusted(houseScript)};
      </script>`,
    { style: houseStyle },
  );
}

function face(person: SandboxPerson): Html {
  return html`<span class="face" style="background:${person.colour}">${initial(person)}</span>`;
}

function count(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : 's'}`;
}
