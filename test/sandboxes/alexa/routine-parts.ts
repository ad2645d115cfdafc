import { html, type Html } from '../kit-html.ts';
import type { AlexaHome } from './entities.ts';
import { act } from './home-act.ts';
import { wordsOf, type Routine } from './routine.ts';
import { findScene } from './run-routine.ts';

export function routineList(at: string, home: AlexaHome): Html {
  if (home.routines.length === 0) {
    return html`<p class="soft">None yet. A routine starts when a device's event arrives.</p>`;
  }
  return html`<ul class="rows">
    ${home.routines.map((one) => routineRow(at, home, one))}
  </ul>`;
}

/** Like in the Alexa app: the starting event, then the actions in order. */
function routineRow(at: string, home: AlexaHome, routine: Routine): Html {
  const device = home.devices.find((one) => one.deviceId === routine.deviceId);
  const nameOf = (scene: string): string => findScene(home, scene)?.friendlyName ?? scene;
  const steps = routine.actions.map((action, place) => {
    const words = wordsOf(action, nameOf);
    return html`<li>
      <span>${words.slice(0, 1).toUpperCase()}${words.slice(1)}</span>
      ${act(at, 'remove-action', 'Remove', '', { id: routine.id, place: String(place) })}
    </li>`;
  });
  return html`<li data-routine="${routine.deviceId}">
    <div>
      <div class="head">
        <b>When ${device?.friendlyName ?? routine.friendlyName} fires</b>
        ${act(at, 'forget', 'Delete', '', { id: routine.id })}
      </div>
      ${device ? undefined : html`<span class="chip bad">its device is gone</span>`}
      <ol class="steps">
        ${steps}
      </ol>
      <details data-kept="add-${routine.id}">
        <summary>Add action</summary>
        ${addForms(at, home, routine)}
      </details>
    </div>
  </li>`;
}

function addForms(at: string, home: AlexaHome, { id }: Routine): Html {
  const scenes = home.devices
    .filter((one) => one.voice)
    .map((one) => html`<option value="${one.deviceId}">${one.friendlyName}</option>`);
  const seconds = `seconds-${id}`;
  const scene = `scene-${id}`;
  return html`${adding(at, id, 'wait', html`<label for="${seconds}">Wait, in seconds</label><input id="${seconds}" name="seconds" inputmode="decimal" value="4" required />`)}
  ${adding(at, id, 'say', html`<label for="text-${id}">Alexa says</label><input id="text-${id}" name="text" autocomplete="off" required />`)}
  ${adding(
    at,
    id,
    'scene',
    html`<label for="${scene}">Scene</label
      ><select id="${scene}" name="scene" required>
        ${scenes}
      </select>`,
  )}
  ${adding(at, id, 'play', html`<label for="what-${id}">Music</label><input id="what-${id}" name="what" value="rain sounds" required />`)}`;
}

const adding = (at: string, id: string, kind: string, fields: Html): Html =>
  html`<form class="add" method="post" action="${at}/action">
    <input type="hidden" name="id" value="${id}" /><input type="hidden" name="kind" value="${kind}" /> ${fields}<button>
      Add
    </button>
  </form>`;

/** A choice of how the home reacts to events. */
export function reactionForms(at: string, home: AlexaHome): Html {
  const now = home.isMute ? 'mute' : home.slowSeconds > 0 ? 'slow' : 'usual';
  const look = (how: typeof now): string => (now === how ? 'chosen' : '');
  return html`<div class="acts" role="group" aria-label="Routines of this home">
    ${act(at, 'reaction', 'Start at once', look('usual'), { how: 'usual' })}
    ${act(at, 'reaction', 'Do not start', look('mute'), { how: 'mute' })}
    <form class="add" method="post" action="${at}/reaction">
      <input type="hidden" name="how" value="slow" />
      <label for="late">Seconds late</label>
      <input id="late" name="seconds" type="number" min="0.1" step="any" value="${home.slowSeconds || 5}" required />
      <button class="${look('slow')}">Start late</button>
    </form>
  </div>`;
}
